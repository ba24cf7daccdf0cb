// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions that depend on ids and uniform values only, such as `id < n`: lanes side by side agree
// on them, most of the time.
#pragma once

namespace llvm {
class BasicBlock;
class Value;
}  // namespace llvm

namespace lanewise {

class Shapes;

bool isOfIds(const llvm::Value& condition, const Shapes& shapes);

/// Whether the only way into the block is a branch on such a condition.
bool isBehindIds(const llvm::BasicBlock& block, const Shapes& shapes);

/// Whether, for a block behind ids, lanes that do not enter it are few: one, as in `x != 0`, or
/// those at the border of the range, as in `x > 0`.
bool isForMostLanes(const llvm::BasicBlock& block, const Shapes& shapes);

}  // namespace lanewise
