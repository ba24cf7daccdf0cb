# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compile options of all our targets: an interface library that each links privately.
find_package(Threads REQUIRED)

add_library(lanewise-flags INTERFACE)
target_compile_features(lanewise-flags INTERFACE cxx_std_23)
target_compile_options(lanewise-flags INTERFACE -Wall -Wextra -Wno-unused-parameter
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety -Wexit-time-destructors>
  $<$<BOOL:${LANEWISE_WERROR}>:-Werror>)
target_compile_definitions(lanewise-flags INTERFACE CL_TARGET_OPENCL_VERSION=300 _GNU_SOURCE)
target_include_directories(lanewise-flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
target_link_libraries(lanewise-flags INTERFACE Threads::Threads)
# Programs that contain the compiler are large; lld links them much faster.
target_link_options(lanewise-flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-fuse-ld=lld>)
if(NOT LANEWISE_ARCHITECTURE STREQUAL "x86_64")
  # Products and sums are rounded one by one, as on x86-64, whose lowest level has no fused instruction.
  target_compile_options(lanewise-flags INTERFACE -ffp-contract=off)
endif()
if(LANEWISE_SELF_CONTAINED)
  # The same bytes from every folder. libgcc_s stays a library of the process:
  # threads that are cancelled are unwound by one unwinder.
  target_compile_options(lanewise-flags INTERFACE -ffunction-sections -fdata-sections
    -ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
  target_link_options(lanewise-flags INTERFACE -static-libstdc++ -Wl,--gc-sections -Wl,-O2 -Wl,--strip-all)
  # Conversions of half, which libgcc_s has since GCC 12, from the archive.
  target_link_libraries(lanewise-flags INTERFACE -l:libgcc.a)
endif()
if(LANEWISE_SANITIZE)
  target_compile_options(lanewise-flags INTERFACE -fsanitize=${LANEWISE_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lanewise-flags INTERFACE -fsanitize=${LANEWISE_SANITIZE})
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
# Precompiled headers count by their text (Precompile.cmake).
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher env CCACHE_PCH_EXTSUM=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
