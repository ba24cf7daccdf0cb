// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small blocks behind conditions on data, such as the exchange of `if (a > b)` in a sort: a vector
// runs them whether a lane is active or not. A branch that nobody can predict, or that is almost
// always taken, costs more, and it separates stores from the loads behind them.
#pragma once

namespace llvm {
class BasicBlock;
}

namespace lanewise {

class Widening;

/// Whether nothing that the block does has an effect without active lanes, and little is done.
/// \pre The block begins a mask, of more than one lane, and dominates no other block.
bool runsUntested(const llvm::BasicBlock& block, const Widening& widening);

}  // namespace lanewise
