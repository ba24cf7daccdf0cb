// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the callbacks of interface/host_calls.def: an indirect call through abi::Launch.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

enum class HostCall {
#define HOST_CALL(name, result, parameters) name,
#include "interface/host_calls.def"
};

/// Calls the host with `launch` (a pointer to the abi::Launch) and the other arguments. Their types
/// are those of the row: pointers in address space 0, integers of the same width.
llvm::CallInst* emitHostCall(llvm::IRBuilderBase& builder, HostCall which, llvm::Value* launch,
                             llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace lanewise
