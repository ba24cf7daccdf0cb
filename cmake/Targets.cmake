# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The architectures that the compiler of this build generates code for: this one, and those of LANEWISE_TARGETS.
set(known x86_64 aarch64)
set(LANEWISE_ALL_TARGETS ${LANEWISE_ARCHITECTURE} ${LANEWISE_TARGETS})
list(REMOVE_DUPLICATES LANEWISE_ALL_TARGETS)
foreach(target IN LISTS LANEWISE_ALL_TARGETS)
  if(NOT target IN_LIST known)
    list(JOIN known ", " known)
    message(FATAL_ERROR "LANEWISE_TARGETS has '${target}', which is none of ${known}")
  endif()
endforeach()

# lanewise_see_targets(<target>): its sources see the rows of microarchitectures.def of all of them.
function(lanewise_see_targets target)
  list(TRANSFORM LANEWISE_ALL_TARGETS PREPEND LANEWISE_TARGETS_ OUTPUT_VARIABLE definitions)
  list(REMOVE_ITEM definitions LANEWISE_TARGETS_${LANEWISE_ARCHITECTURE})
  target_compile_definitions(${target} PRIVATE ${definitions})
endfunction()
