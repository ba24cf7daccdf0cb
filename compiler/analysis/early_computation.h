// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a value is computed from, so that it can be computed at an earlier place: a test in front of
// code that it was a part of (lanes/write/merge_assumptions.cpp, group/row_shapes.cpp).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <cstddef>
#include <optional>

namespace llvm {
class BasicBlock;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

/// The value and what it is computed from, as far as it is in blocks that `isInside` accepts,
/// operands first. Nothing if these are more than `most` instructions, or if one of them is a phi,
/// accesses memory or must not run where it did not run before.
std::optional<llvm::SmallVector<llvm::Instruction*>> earlyComputation(
    llvm::Value& value, llvm::function_ref<bool(llvm::BasicBlock*)> isInside, size_t most);

}  // namespace lanewise
