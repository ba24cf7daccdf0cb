// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V conversions with a saturation or rounding decoration.
#pragma once

#include "compiler/lower/spirv_calls.h"

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// The converted value, or null if the instruction is not a conversion.
llvm::Value* lowerConversion(llvm::IRBuilderBase& builder, const SpirvName& name,
                             llvm::CallInst& call);

/// llvm-spirv leaves convert_<integer>[_sat]_<mode>(<integer>) of OpenCL C as an imported function,
/// because SPIR-V has no rounding of integers. The value, or null if the call is not of that kind.
llvm::Value* lowerImportedConversion(llvm::IRBuilderBase& builder, llvm::CallInst& call);

}  // namespace lanewise
