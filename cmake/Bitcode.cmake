# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Device library C++ -> bitcode modules, -> archives of native objects per CPU level, and
# files -> bytes inside an object. Only builtins/ calls these, and MathLoops.cmake.
find_program(LANEWISE_DEVICE_CLANG NAMES clang++-19 REQUIRED)
find_program(LANEWISE_LLVM_LINK NAMES llvm-link-19 REQUIRED)
find_program(LANEWISE_LLVM_NM NAMES llvm-nm-19 REQUIRED)
find_program(LANEWISE_LLVM_AR NAMES llvm-ar-19 REQUIRED)

# What device code is compiled with everywhere. No fast flag: only flags on instructions relax
# arithmetic. No type-based aliasing: a pointer operand points to what the kernel says.
set(LANEWISE_DEVICE_FLAGS -x c++ -std=c++23 -nostdinc -O2 -I${CMAKE_SOURCE_DIR}
  -Wall -Wextra -Wno-unknown-pragmas -Werror -fno-exceptions -fno-rtti -fno-stack-protector
  -fno-strict-aliasing -fno-threadsafe-statics -ffp-contract=off -Xclang
  -ffloat16-excess-precision=none
  -fno-math-errno -fno-vectorize -fno-slp-vectorize -fno-ident
  -fomit-frame-pointer -g0)

set(LANEWISE_ARCHIVE_FLAGS -ffreestanding -fPIC -fvisibility=hidden -ffunction-sections
  -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables)

# SPIR-V's triple with the C calling convention gives functions without target attributes, with
# half and vector types as they are written, on every host.
set(LANEWISE_BITCODE_FLAGS --target=spir64-unknown-unknown -Xclang -fdefault-calling-conv=cdecl
  -emit-llvm -DLANEWISE_BITCODE=1)

# One command per source; _objects receives the results.
function(_lanewise_device_objects prefix extension objects)
  cmake_parse_arguments(arg "" "" "SOURCES;FLAGS" ${ARGN})
  set(results)
  foreach(source IN LISTS arg_SOURCES)
    string(REPLACE "/" "_" name "${source}")
    set(result "${CMAKE_CURRENT_BINARY_DIR}/${prefix}/${name}${extension}")
    add_custom_command(OUTPUT "${result}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/${prefix}"
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${LANEWISE_DEVICE_CLANG} ${LANEWISE_DEVICE_FLAGS}
        ${arg_FLAGS} -MD -MF "${result}.d" -c "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
        -o "${result}"
      DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${source}" DEPFILE "${result}.d"
      COMMENT "Device library ${prefix}: ${source}" VERBATIM)
    list(APPEND results "${result}")
  endforeach()
  set(${objects} "${results}" PARENT_SCOPE)
endfunction()

# lanewise_bitcode(<name> SOURCES ...): a module of each source, packed into <name>.bin with the
# index <name>.txt, and <name>.bc, one module of all, for tests and readers.
function(lanewise_bitcode name)
  cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
  _lanewise_device_objects(bitcode .bc modules SOURCES ${arg_SOURCES}
    FLAGS ${LANEWISE_BITCODE_FLAGS})
  add_custom_command(OUTPUT "${output}.bin" "${output}.txt"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/pack.py ${LANEWISE_LLVM_NM} "${output}.bin" "${output}.txt"
      ${modules}
    DEPENDS ${modules} ${CMAKE_CURRENT_SOURCE_DIR}/pack.py
    COMMENT "Device library: modules and index" VERBATIM)
  add_custom_command(OUTPUT "${output}.bc"
    COMMAND ${LANEWISE_LLVM_LINK} -o "${output}.bc" ${modules}
    DEPENDS ${modules} COMMENT "Device library: one module" VERBATIM)
  add_custom_target(lanewise-${name}-bitcode ALL DEPENDS "${output}.bc")
endfunction()

# lanewise_device_archive(<output.a> NAME <folder> SOURCES ... [VECTORIZED ...] [BITCODE <modules>] FLAGS ...):
# native objects with hidden symbols. Loops of the sources behind VECTORIZED may become vectors; some become copies
# of memory instead. <modules> receives the bitcode that their objects are made of.
function(lanewise_device_archive output)
  cmake_parse_arguments(arg "" "NAME;BITCODE" "SOURCES;VECTORIZED;FLAGS" ${ARGN})
  _lanewise_device_objects(${arg_NAME} .o members SOURCES ${arg_SOURCES}
    FLAGS ${LANEWISE_ARCHIVE_FLAGS} ${arg_FLAGS})
  _lanewise_device_objects(${arg_NAME} .bc modules SOURCES ${arg_VECTORIZED}
    FLAGS ${LANEWISE_ARCHIVE_FLAGS} ${arg_FLAGS} -emit-llvm -fvectorize -fslp-vectorize -Wno-pass-failed)
  # The bitcode is optimized, and half a minute of work.
  foreach(module IN LISTS modules)
    add_custom_command(OUTPUT "${module}.o"
      COMMAND ${LANEWISE_DEVICE_CLANG} ${LANEWISE_ARCHIVE_FLAGS} ${arg_FLAGS} -O2 -fomit-frame-pointer
        -Wno-unused-command-line-argument -Xclang -disable-llvm-passes -x ir -c "${module}" -o "${module}.o"
      DEPENDS "${module}" COMMENT "Device library ${arg_NAME}: object of bitcode" VERBATIM)
    list(APPEND members "${module}.o")
  endforeach()
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -E rm -f "${output}"
    COMMAND ${LANEWISE_LLVM_AR} rcsD "${output}" ${members}
    DEPENDS ${members} COMMENT "Device library archive: ${arg_NAME}" VERBATIM)
  if(arg_BITCODE)
    set(${arg_BITCODE} ${modules} PARENT_SCOPE)
  endif()
endfunction()

# The families of builtins/functions.def whose sources are builtins/math/<family>.cpp.
set(LANEWISE_FUNCTIONS ${CMAKE_SOURCE_DIR}/builtins/functions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${LANEWISE_FUNCTIONS})
file(STRINGS ${LANEWISE_FUNCTIONS} LANEWISE_MATH_FAMILIES REGEX "^BUILTIN_FAMILY\\(")
list(TRANSFORM LANEWISE_MATH_FAMILIES REPLACE "^BUILTIN_FAMILY\\((.*)\\)$" "\\1")

# lanewise_family_objects(<objects> <folder> <source> [PLUGINS <targets>] FLAGS ...): <source> once for each
# family of functions of floating point. The source finds its family by macros (builtins/math/variants.h). A
# loop that Clang does not vectorize as the source says is an error. The passes of the plugins run last.
function(lanewise_family_objects objects folder source)
  cmake_parse_arguments(arg "" "" "FLAGS;PLUGINS" ${ARGN})
  set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
  set(plugins)
  foreach(target IN LISTS arg_PLUGINS)
    list(APPEND plugins $<TARGET_PROPERTY:${target},PLUGIN>)
    list(APPEND arg_FLAGS -fpass-plugin=$<TARGET_PROPERTY:${target},PLUGIN>)
  endforeach()
  if(plugins)
    # ccache does not know that the plugins are inputs.
    list(JOIN plugins ":" extra)
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_EXTRAFILES=${extra} ${launcher})
  endif()
  set(results)
  foreach(family IN LISTS LANEWISE_MATH_FAMILIES)
    set(result ${folder}/${family}.o)
    add_custom_command(OUTPUT ${result}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${launcher} ${LANEWISE_DEVICE_CLANG} ${LANEWISE_DEVICE_FLAGS}
        -fvectorize -Werror=pass-failed ${arg_FLAGS} "-DFAMILY_${family}=,KEEP"
        -DFAMILY_LOOPS=${family}Loops "-DFAMILY_SOURCE=<builtins/math/${family}.cpp>"
        -MD -MF ${result}.d -c ${source} -o ${result}
      DEPENDS ${source} ${arg_PLUGINS} ${plugins} DEPFILE ${result}.d COMMENT "${source} of ${family}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND results ${result})
  endforeach()
  set(${objects} ${results} PARENT_SCOPE)
endfunction()

# The flags that enable the features of a level, a row of interface/microarchitectures.def. Of x86-64 Clang knows the
# levels. A version of Arm's architecture has more features than its row.
function(lanewise_level_flags flags architecture name features)
  if(architecture STREQUAL "x86_64")
    set(result -march=${name})
  else()
    # Calls of libgcc would replace atomic instructions.
    set(result -march=armv8-a -mno-outline-atomics)
    string(REPLACE "," ";" features "${features}")
    foreach(feature IN LISTS features)
      list(APPEND result -Xclang -target-feature -Xclang +${feature})
    endforeach()
  endif()
  set(${flags} ${result} PARENT_SCOPE)
endfunction()

# The flags of a level with these level flags, whose vector registers have that many bits.
function(lanewise_variant_flags flags levelFlags bits)
  set(convention)
  set(preferred)
  if("${levelFlags}" MATCHES "-march=x86")
    set(preferred -mprefer-vector-width=${bits})
  endif()
  # Half of the registers of 512 bits keep their contents (compiler/target/target.cpp).
  if(bits EQUAL 512)
    set(convention -DVARIANT_CONVENTION=intel_ocl_bicc)
  endif()
  set(${flags} ${levelFlags} ${preferred} -DVECTOR_BITS=${bits} ${convention} PARENT_SCOPE)
endfunction()

# lanewise_variant_archive(<output.a> NAME <folder> TARGET <triple> FLAGS ...): the vector variants of all
# families.
function(lanewise_variant_archive output)
  cmake_parse_arguments(arg "" "NAME;TARGET" "FLAGS" ${ARGN})
  lanewise_family_objects(members ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}
    ${CMAKE_CURRENT_SOURCE_DIR}/math/vector_variants.cpp PLUGINS lanewise-widen-half lanewise-load-constants
    FLAGS --target=${arg_TARGET} ${LANEWISE_ARCHIVE_FLAGS} ${arg_FLAGS})
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -E rm -f "${output}"
    COMMAND ${LANEWISE_LLVM_AR} rcsD "${output}" ${members}
    DEPENDS ${members} COMMENT "Device library archive: ${arg_NAME}" VERBATIM)
endfunction()

# lanewise_embed(<target> <symbol> <file>): the bytes of file between <symbol>_begin and
# <symbol>_end, in the read-only data of target.
function(lanewise_embed target symbol file)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT [=[
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
asm(".section .rodata.@symbol@, \"a\"\n"
    ".balign 16\n.globl @symbol@_begin\n.hidden @symbol@_begin\n@symbol@_begin:\n"
    ".incbin \"@file@\"\n.globl @symbol@_end\n.hidden @symbol@_end\n@symbol@_end:\n.byte 0\n"
    ".previous\n");
]=] @ONLY)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${file}"
    COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:Clang>:-fno-lto>")
  target_sources(${target} PRIVATE "${source}")
endfunction()
