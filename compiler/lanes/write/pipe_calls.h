// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of builtins/pipes.cpp that read or write a packet, or reserve packets, for all lanes: the
// active lanes reserve together.
#pragma once

namespace llvm {
class CallInst;
}

namespace lanewise {

class Widening;

/// \pre isPipeCallOfLanes() (known/uniform_pipes.h).
void widenPipeCall(Widening& widening, llvm::CallInst& call);

}  // namespace lanewise
