// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one work-item of a function of random_function.h and writes down all that it did.
#pragma once

#include <llvm/Analysis/CycleAnalysis.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Use;
class Value;
}  // namespace llvm

namespace lanewise::fuzz {

/// An undefined value is equal to another one and to no number.
using Number = std::optional<uint32_t>;

/// One execution of a block.
struct Visit {
  std::map<const llvm::Instruction*, Number> results;
  std::map<const llvm::Use*, Number> operands;  // of a phi the one that it took
  const llvm::BasicBlock* next = nullptr;       // nullptr: the end, or not known
};

/// The block and the iteration of each cycle around it, outermost first. Work-items that have the
/// same moment execute the block together.
struct Moment {
  const llvm::BasicBlock* block;
  std::vector<unsigned> iterations;
  auto operator<=>(const Moment&) const = default;
};

struct Item {
  uint32_t localId;
  uint32_t arguments[2];
  uint32_t groupId;
};

/// Up to the end of the function, a branch on an undefined value, or `steps` blocks. Blocks in
/// cycles with several entries are left out: they have no moments.
std::map<Moment, Visit> interpret(const llvm::Function& function, const llvm::CycleInfo& cycles,
                                  const Item& item, unsigned steps);

}  // namespace lanewise::fuzz
