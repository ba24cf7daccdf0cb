// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which calls of builtins/pipes.cpp all lanes of a vector make together: reads, writes and
// reservations of the same pipe.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallInst;
}

namespace lanewise {

class Shapes;

/// The function of that name (libraryName()) reads or writes a packet.
bool accessesPackets(llvm::StringRef name);
/// The argument of such a call that is the address of a packet, behind the pipe.
inline constexpr unsigned kPacketArgument = 1;

/// Only the address of a packet may differ between lanes.
bool isPipeCallOfLanes(const llvm::CallInst& call, const Shapes& shapes);

}  // namespace lanewise
