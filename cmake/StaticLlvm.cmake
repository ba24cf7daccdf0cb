# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LANEWISE_STATIC_LLVM: LLVM's archives with what they need besides the C library, for builds that are self-contained
# (LANEWISE_SELF_CONTAINED), with the architectures of LANEWISE_ALL_TARGETS. The linker takes what is used.
set(names ${LANEWISE_ALL_TARGETS})
list(TRANSFORM names REPLACE "^x86_64$" "X86")
list(TRANSFORM names REPLACE "^aarch64$" "AArch64")
llvm_map_components_to_libnames(LANEWISE_STATIC_LLVM
  aggressiveinstcombine analysis asmparser asmprinter binaryformat bitreader bitstreamreader bitwriter cfguard codegen
  codegentypes core coroutines coverage debuginfobtf debuginfocodeview debuginfodwarf debuginfomsf debuginfopdb demangle
  extensions frontenddriver frontendhlsl frontendoffloading frontendopenmp globalisel hipstdpar instcombine instrumentation
  interfacestub ipo irprinter irreader linker lto mc mcdisassembler mcparser object objcarcopts option passes profiledata
  remarks scalaropts selectiondag support symbolize target targetparser textapi transformutils vectorize windowsdriver
  ${names})
list(FILTER LANEWISE_STATIC_LLVM EXCLUDE REGEX "^LLVMExtensions$")
# By path: the targets name shared libraries of compression.
list(TRANSFORM LANEWISE_STATIC_LLVM REPLACE "(.+)" "$<TARGET_FILE:\\1>")

# lld initializes all targets that LLVM was built with. Sources of functions that do nothing, for all others.
file(STRINGS ${LLVM_INCLUDE_DIRS}/llvm/Config/Targets.def targets REGEX "^LLVM_TARGET\\(")
list(TRANSFORM targets REPLACE "^LLVM_TARGET\\((.*)\\)" "\\1")
list(REMOVE_ITEM targets ${names})
set(text "// Written by StaticLlvm.cmake.\nextern \"C\" {\n")
foreach(target IN LISTS targets)
  foreach(part Target TargetInfo TargetMC AsmParser AsmPrinter Disassembler)
    string(APPEND text "void LLVMInitialize${target}${part}() {}\n")
  endforeach()
endforeach()
set(LANEWISE_OTHER_TARGETS ${CMAKE_BINARY_DIR}/compiler/other_targets.cpp)
file(CONFIGURE OUTPUT ${LANEWISE_OTHER_TARGETS} CONTENT "${text}}\n")
