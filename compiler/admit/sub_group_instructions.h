// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of sub_group_instructions.def as constants, for admit and the passes.
#pragma once

namespace lanewise {

enum class SubGroupForm {
  Collective,
  All,
  Any,
  Broadcast,
  BroadcastFirst,
  Shuffle,
  ShuffleXor,
  ShuffleUp,
  ShuffleDown,
  Rotate,
  Elect,
  AllEqual,
  Ballot,
  InverseBallot,
  BallotBitExtract,
  BallotBitCount,
  BallotFindLSB,
  BallotFindMSB,
  // The following have no scope.
  IntelShuffle,
  IntelShuffleXor,
  IntelShuffleDown,
  IntelShuffleUp,
  BlockRead,
  BlockWrite
};

/// True if the first operand is the execution scope.
constexpr bool hasScope(SubGroupForm form) { return form < SubGroupForm::IntelShuffle; }

}  // namespace lanewise
