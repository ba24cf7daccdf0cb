// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline assembly, which llvm-spirv writes in a form that is no valid SPIR-V: called by
// replace_builtins.cpp.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

#include <string>

namespace llvm {
class CallBase;
class CallInst;
}  // namespace llvm

namespace lanewise {

/// No instruction: white space and comments of the assembler.
bool isEmptyAssembly(llvm::StringRef text);

/// Why the assembly that `call` is cannot be replaced; empty if it can.
std::string whyAssemblyStays(const llvm::CallBase& call);

/// The value of the assembly: of its operands if it is empty, otherwise of a call of a function
/// that stands for it (admit/assembly_functions.h). Null if it has no result.
/// \pre whyAssemblyStays() is empty.
llvm::Value* replaceAssembly(const llvm::CallInst& call, llvm::IRBuilder<>& builder);

}  // namespace lanewise
