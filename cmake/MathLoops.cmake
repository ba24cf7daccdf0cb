# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bench/math/loops.cpp for every family of functions of floating point: the device library's functions,
# scalar and as the vector variants of a level, for the program that times them and the test that compares
# them.

# lanewise_math_loops(<target> <level> <LLVM's name of the level> <bits of its vector registers> FLAGS ...):
# the loops of all families and the level's vector variants, added to target.
function(lanewise_math_loops target level cpu bits)
  cmake_parse_arguments(arg "" "" "FLAGS" ${ARGN})
  lanewise_variant_flags(flags -march=${cpu} ${bits})
  lanewise_family_objects(objects ${CMAKE_CURRENT_BINARY_DIR}/${target}-loops
    ${CMAKE_SOURCE_DIR}/bench/math/loops.cpp FLAGS ${flags} ${arg_FLAGS} -Wno-ignored-attributes)
  set(archive ${CMAKE_BINARY_DIR}/builtins/vector-variants-${level}.a)
  add_dependencies(${target} lanewise-device-${level})
  target_sources(${target} PRIVATE ${objects})
  target_link_libraries(${target} PRIVATE ${archive})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${archive})
endfunction()
