// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The alignment that loads and stores may rely on: that of a scalar of their type.
#pragma once

#include <llvm/Support/Alignment.h>

namespace llvm {
class Instruction;
}

namespace lanewise {

inline constexpr auto kMostAlignmentOfScalar = llvm::Align::Constant<8>();

/// Lowers the alignment of a load or store to that of a scalar of its type, of an aggregate to
/// kMostAlignmentOfScalar. True if it was larger. Other instructions, atomics among them, keep
/// theirs.
bool boundAlignment(llvm::Instruction& instruction);

}  // namespace lanewise
