// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of sub_group_instructions.def, for who reads it: admit/ and the passes.
#pragma once

namespace lanewise {

enum class SubGroupForm {
  Collective,
  Exchange,
  Elect,
  AllEqual,
  Ballot,
  InverseBallot,
  BallotBitExtract,
  BallotBitCount,
  BallotFindLSB,
  BallotFindMSB,
  // From here on without a scope.
  Shuffle,
  ShuffleDown,
  ShuffleUp,
  BlockRead,
  BlockWrite
};

/// Whether the first operand is the scope of execution.
constexpr bool hasScope(SubGroupForm form) { return form < SubGroupForm::Shuffle; }

}  // namespace lanewise
