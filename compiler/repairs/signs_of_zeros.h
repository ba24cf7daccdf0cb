// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons without NaN whose choices lose the signs of zeros.
#pragma once

namespace llvm {
class Instruction;
}

namespace lanewise {

/// Drops the flag nnan of a comparison that orders numbers and whose signs of zeros matter.
void keepSignsOfZeros(llvm::Instruction& instruction);

}  // namespace lanewise
