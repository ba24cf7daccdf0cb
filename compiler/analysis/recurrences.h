// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose iterations wait for each other, `v += a(p); p += v;`. One work-item waits most of the
// time, and the lanes of a vector wait together.
#pragma once

namespace llvm {
class Loop;
class LoopInfo;
}  // namespace llvm

namespace lanewise {

/// In cycles, from an iteration to the next. 0 for loops that contain others, have several latches
/// or more than 16 phis.
double latencyOf(const llvm::Loop& loop, const llvm::LoopInfo& loops);

}  // namespace lanewise
