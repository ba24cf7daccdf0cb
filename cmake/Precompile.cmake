# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Precompiled headers: headers of libraries that most files of a folder include, parsed once for all of them.
# With Clang only. Files include what they use all the same; a build with -DLANEWISE_PRECOMPILED_HEADERS=OFF or
# with GCC fails where one does not.
option(LANEWISE_PRECOMPILED_HEADERS "With Clang, parse the headers of libraries once" ON)
include(CheckCXXSourceCompiles)

# libstdc++ 12 calls its own std::get_temporary_buffer, which is deprecated, and disables the warning there. Clang forgets
# that in a precompiled header.
check_cxx_source_compiles("#include <version>
  #if defined _GLIBCXX_RELEASE && _GLIBCXX_RELEASE < 13
  int main() {}
  #endif" LANEWISE_DEPRECATED_BUFFER)

# lanewise_precompiled_headers(<name> HEADER <file> [PROGRAMS] [LIBRARIES <targets>...] [INCLUDES <folders>...])
# Compiles the header, with PROGRAMS for the sources of programs, else for those of libraries.
# set(LANEWISE_PRECOMPILED <name>): what the targets of this folder and those below it use.
# lanewise_use_precompiled(<target>): for targets that are no components, which call it themselves.
function(lanewise_precompiled_headers name)
  cmake_parse_arguments(arg "PROGRAMS" "HEADER" "LIBRARIES;INCLUDES" ${ARGN})
  if(NOT LANEWISE_PRECOMPILED_HEADERS OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  set(empty ${CMAKE_BINARY_DIR}/empty.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  set(header ${CMAKE_CURRENT_SOURCE_DIR}/${arg_HEADER})
  add_library(${name} OBJECT ${empty})
  target_link_libraries(${name} PRIVATE lanewise-flags ${arg_LIBRARIES})
  target_include_directories(${name} SYSTEM PRIVATE ${arg_INCLUDES})
  # ccache may return a compiled header that is older than its sources' files.
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  if(arg_PROGRAMS)
    target_compile_options(${name} PRIVATE -fPIE)
  endif()
  target_precompile_headers(${name} PRIVATE ${header})

  # The compiled header contains the path of the build folder. ccache compares this sum of its text instead, so that
  # build folders share objects.
  set(compiled ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch)
  set(definitions $<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>)
  set(folders $<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>)
  add_custom_command(OUTPUT ${compiled}.sum
    COMMAND ${CMAKE_SOURCE_DIR}/cmake/sum-of-text ${compiled}.sum ${CMAKE_CXX_COMPILER} -std=c++23
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
      "$<$<BOOL:${folders}>:-I$<JOIN:${folders},$<SEMICOLON>-I>>" -x c++ ${header}
    DEPENDS ${compiled} ${CMAKE_SOURCE_DIR}/cmake/sum-of-text COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name}-sum DEPENDS ${compiled}.sum)
  set_target_properties(${name} PROPERTIES LANEWISE_PRECOMPILED ${compiled})
endfunction()

# CMake's own REUSE_FROM includes the header's path as well, which differs between build folders.
function(lanewise_use_precompiled target)
  set(name ${LANEWISE_PRECOMPILED})
  if(NOT TARGET "${name}")
    return()
  endif()
  get_target_property(compiled ${name} LANEWISE_PRECOMPILED)
  if(LANEWISE_DEPRECATED_BUFFER)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-deprecated-declarations>)
  endif()
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Winvalid-pch> "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -include-pch -Xclang ${compiled}>")
  # The target, for sources that CMake makes of others or that are added later; the sources, for changes of the header.
  add_dependencies(${target} ${name} ${name}-sum)
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS ${compiled} ${compiled}.sum)
endfunction()
