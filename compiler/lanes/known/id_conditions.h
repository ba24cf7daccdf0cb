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

/// Whether the number is computed from a frozen one, or may be. What is frozen differs between
/// lanes as it likes where a lane's number is poison.
bool isBehindFreeze(const llvm::Value& number);

/// Whether the only way into the block is a branch on such a condition.
bool isBehindIds(const llvm::BasicBlock& block, const Shapes& shapes);

/// Whether few lanes do not enter the block, most of the time: one, as in `x != 0`, or those at a
/// border, as in `x > 0` and `x < width - 1`. Never if these enter another block instead.
/// \pre isBehindIds(block)
bool isForMostLanes(const llvm::BasicBlock& block, const Shapes& shapes);

}  // namespace lanewise
