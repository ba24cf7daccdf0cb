// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V conversions with a saturation or rounding decoration.
#pragma once

#include "compiler/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// The converted value, or null if the instruction is no conversion.
llvm::Value* lowerConversion(llvm::IRBuilderBase& builder, const SpirvName& name,
                             llvm::CallInst& call);

}  // namespace lanewise
