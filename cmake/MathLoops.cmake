# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bench/math/loops.cpp over every family of builtins/math: the device library's functions in scalar form
# and in vectors that Clang makes, for what times them and what compares them.

# lanewise_math_loops(<target> FLAGS <what the loops are compiled for>...): objects of all families,
# added to target. A loop that should become vectors and does not is an error.
function(lanewise_math_loops target)
  cmake_parse_arguments(arg "" "" "FLAGS" ${ARGN})
  set(flags ${LANEWISE_DEVICE_FLAGS} -fvectorize ${arg_FLAGS} -Werror=pass-failed
    -Wno-ignored-attributes)
  set(loops ${CMAKE_SOURCE_DIR}/bench/math/loops.cpp)
  # The family as loops.h names it, its source and its rows of functions.def.
  set(families kExp exp EXP kLog log LOG kTrig trig TRIG kArc arc ARC
    kHyperbolic hyperbolic HYPERBOLIC kRoots roots ROOTS kPow pow POW kGammaErf gamma_erf GAMMA_ERF
    kRounding rounding ROUNDING kBits bits BITS kRemainder remainder REMAINDER
    kNative native_half NATIVE)
  while(families)
    list(POP_FRONT families name source rows)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}-loops/${source}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/${target}-loops
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${LANEWISE_DEVICE_CLANG} ${flags} -DFAMILY_NAME=${name}
        -DFAMILY_ROWS=${rows}_ROWS "-DFAMILY_SOURCE=<builtins/math/${source}.cpp>"
        $<$<STREQUAL:${rows},NATIVE>:-DFAMILY_F32_ONLY> -MD -MF ${object}.d -c ${loops} -o ${object}
      DEPENDS ${loops} DEPFILE ${object}.d COMMENT "${target}: loops over ${source}"
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE ${object})
  endwhile()
endfunction()
