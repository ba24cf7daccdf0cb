# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installation besides the targets' own rules: the file that loaders read, and the documents.

# Loaders read /etc/OpenCL/vendors for every prefix; a private prefix has its own folder, for
# OCL_ICD_VENDORS. Written at install time, because `cmake --install --prefix` may change the prefix.
set(LANEWISE_ICD_FOLDER "" CACHE STRING
  "Where lanewise.icd is installed; empty: /etc/OpenCL/vendors, or etc/ of a private prefix")
install(CODE "
  set(folder \"${LANEWISE_ICD_FOLDER}\")
  if(NOT folder AND CMAKE_INSTALL_PREFIX MATCHES \"^/usr(/local)?/?$\")
    set(folder /etc/OpenCL/vendors)
  elseif(NOT folder)
    set(folder \${CMAKE_INSTALL_PREFIX}/etc/OpenCL/vendors)
  endif()
  set(file ${CMAKE_BINARY_DIR}/install/lanewise.icd)
  # A prefix on the command line may be relative to the current folder, which loaders do not know.
  get_filename_component(prefix \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
  file(WRITE \${file} \"\${prefix}/${CMAKE_INSTALL_LIBDIR}/liblanewise.so\\n\")
  file(INSTALL DESTINATION \${folder} TYPE FILE FILES \${file})")
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/THIRD-PARTY.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The build folder has it beside lanewise-cc.
configure_file(${CMAKE_SOURCE_DIR}/runtime/checks/lanewise-run ${CMAKE_BINARY_DIR}/bin/lanewise-run COPYONLY)
install(PROGRAMS ${CMAKE_SOURCE_DIR}/runtime/checks/lanewise-run DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_SOURCE_DIR}/docs/lanewise-cc.1 ${CMAKE_SOURCE_DIR}/docs/lanewise-run.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
