# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bench/math/loops.cpp over every family of builtins/math: the device library's functions in scalar form
# and in the wide forms of a level, for what times them and what compares them.

# lanewise_math_loops(<target> <level> <what LLVM calls it> <bits of its registers> FLAGS ...): the loops of
# all families and the level's wide forms, added to target.
function(lanewise_math_loops target level cpu bits)
  cmake_parse_arguments(arg "" "" "FLAGS" ${ARGN})
  lanewise_wide_flags(flags ${cpu} ${bits})
  lanewise_family_objects(objects ${CMAKE_CURRENT_BINARY_DIR}/${target}-loops
    ${CMAKE_SOURCE_DIR}/bench/math/loops.cpp FLAGS ${flags} ${arg_FLAGS} -Wno-ignored-attributes)
  set(archive ${CMAKE_BINARY_DIR}/builtins/wide-${level}.a)
  add_dependencies(${target} lanewise-device-${level})
  target_sources(${target} PRIVATE ${objects})
  target_link_libraries(${target} PRIVATE ${archive})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${archive})
endfunction()
