// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic in 32 bits on numbers that fit in 16, as C makes it of bytes: pixels, above all. In 16
// bits a register has twice as many lanes.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace lanewise {

/// Every result is the same. Returns whether the kernel was changed.
bool narrowIntegers(llvm::Function& kernel);

}  // namespace lanewise
