// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number that a conversion to an integer with saturation takes.
#pragma once

namespace llvm {
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

/// The number as a float if it is a half, else as it is.
llvm::Value* saturatedFrom(llvm::IRBuilderBase& builder, llvm::Value* number);

}  // namespace lanewise
