// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory a generic pointer points to, asked while the kernel runs: OpGenericCastToPtrExplicit
// and OpGenericPtrMemSemantics (to_global and its kin, get_fence of OpenCL C) where the compiler
// does not know.
#pragma once

#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// The value of the call, or null if the instruction is none of the two.
llvm::Value* lowerGenericMemory(llvm::IRBuilderBase& builder, const SpirvName& name,
                                llvm::CallInst& call);

}  // namespace lanewise
