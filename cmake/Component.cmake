# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A component: a folder whose files form one static library and may use only the components that it names.

# lanewise_component(<target> SOURCES ... [COMPONENTS <targets of components>...]
#                    [LIBRARIES <other targets>...])
# In folders that set LANEWISE_PRECOMPILED it uses these precompiled headers (Precompile.cmake).
#
# Besides the library there is <target>-closed, which nothing uses: the component with those below it,
# linked without undefined symbols. The link fails if the component uses one that it does not name.
function(lanewise_component target)
  cmake_parse_arguments(arg "" "" "SOURCES;COMPONENTS;LIBRARIES" ${ARGN})
  add_library(${target} STATIC ${arg_SOURCES})
  target_link_libraries(${target} PUBLIC ${arg_COMPONENTS} PRIVATE lanewise-flags ${arg_LIBRARIES})
  lanewise_use_precompiled(${target})
  if(LANEWISE_TESTS AND NOT LANEWISE_SANITIZE)
    set(empty ${CMAKE_BINARY_DIR}/empty.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "")
    add_library(${target}-closed MODULE ${empty})
    target_link_libraries(${target}-closed PRIVATE lanewise-flags
      $<LINK_LIBRARY:WHOLE_ARCHIVE,${target}>)
    target_link_options(${target}-closed PRIVATE -Wl,-z,defs)
  endif()
endfunction()
