// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address space of a generic pointer at run time: OpGenericCastToPtrExplicit and
// OpGenericPtrMemSemantics (to_global, to_local, to_private and get_fence of OpenCL C) if the
// compiler does not know it.
#pragma once

#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// The value of the call, or null if the instruction is neither of the two.
llvm::Value* lowerGenericMemory(llvm::IRBuilderBase& builder, const SpirvName& name,
                                llvm::CallInst& call);

}  // namespace lanewise
