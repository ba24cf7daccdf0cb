// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the loads of rows one by one and together, those in loops many times, where full vectors
// run. Together, an address that several rows have is loaded from once: the next row of a matrix,
// for one row of work-items, is the same row for another one.
#include "compiler/group/row_sharing.h"

#include "compiler/analysis/register_demand.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/tier.h"
#include "compiler/target/processor.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace lanewise {
namespace {

constexpr unsigned kMostRows = 4;
// Rows run together if this share of loads, or less, is left.
constexpr double kMostLoadsLeft = 0.8;
// Rows together are this many copies of the code, and there are two others.
constexpr size_t kMostInstructions = 1500;

const llvm::Value* loadedAddress(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerOperand();
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool loads = call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                              call->getIntrinsicID() == llvm::Intrinsic::masked_gather);
  return loads ? call->getArgOperand(0) : nullptr;
}

// Numbers for what rows compute: two values of two rows have the same number if they are computed
// in the same way from the same values.
class RowNumbers {
 public:
  RowNumbers(const RegionBlocks& region, const RowShapes& shapes)
      : region_(region), shapes_(shapes) {}

  unsigned of(const llvm::Value& value, int64_t row) {
    if (shapes_.isSame(value)) return known({kLeaf, address(value)});
    const auto found = numbers_.find({&value, row});
    if (found != numbers_.end()) return found->second;
    const unsigned number = compute(llvm::cast<llvm::Instruction>(value), row);
    numbers_[{&value, row}] = number;
    return number;
  }

 private:
  using Key = std::vector<int64_t>;
  static constexpr int64_t kLeaf = -1, kSum = -2, kOfRow = -3;

  static int64_t address(const llvm::Value& value) {
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(&value));
  }

  unsigned known(const Key& key) {
    return keys_.try_emplace(key, static_cast<unsigned>(keys_.size())).first->second;
  }

  unsigned compute(const llvm::Instruction& instruction, int64_t row) {
    const Step shape = shapes_.of(instruction);
    if (shape.kind == Step::Strided) return sum(instruction, row * shape.stride);
    const bool isComputed =
        !llvm::isa<llvm::PHINode>(instruction) && !instruction.mayReadOrWriteMemory() &&
        region_.contains(const_cast<llvm::BasicBlock*>(instruction.getParent()));
    if (!isComputed) return known({kOfRow, address(instruction), row});
    Key key{instruction.getOpcode(), address(*instruction.getType())};
    if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
      key.push_back(address(*step->getSourceElementType()));
    if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
      key.push_back(comparison->getPredicate());
    if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
      llvm::append_range(key, shuffle->getShuffleMask());
    for (const llvm::Value* operand : instruction.operand_values())
      key.push_back(of(*operand, row));
    return known(key);
  }

  static int64_t address(const llvm::Type& type) {
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(&type));
  }

  // A value that all rows have, and a number.
  unsigned sum(const llvm::Value& value, int64_t number) {
    const llvm::Value* base = &value;
    while (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(base)) {
      const auto* added = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
      if (operation->getOpcode() != llvm::Instruction::Add || !added) break;
      number += added->getSExtValue();
      base = operation->getOperand(0);
    }
    return known({kSum, address(*base), number});
  }

  const RegionBlocks& region_;
  const RowShapes& shapes_;
  std::map<Key, unsigned> keys_;
  std::map<std::pair<const llvm::Value*, int64_t>, unsigned> numbers_;
};

class Loads {
 public:
  Loads(const RegionBlocks& region, const RegionBlocks& counted, const RowShapes& shapes)
      : numbers_(region, shapes) {
    llvm::Function& kernel = *region.front()->getParent();
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    const unsigned outside = loops.getLoopDepth(region.front());
    for (const llvm::BasicBlock* block : counted) {
      const double weight = std::pow(8.0, std::min(loops.getLoopDepth(block) - outside, 3U));
      for (const llvm::Instruction& instruction : *block)
        if (const llvm::Value* address = loadedAddress(instruction)) {
          loads_.push_back({address, instruction.getType(), weight});
          mostWeight_ = std::max(mostWeight_, weight);
        }
    }
  }

  /// How many are left if so many rows run together, as a share.
  double shareLeft(unsigned rows) {
    const double alone = count(1) * rows;
    return alone == 0 ? 1 : count(rows) / alone;
  }

  /// How many are saved in an iteration of the innermost loop.
  double saved(unsigned rows) { return (count(1) * rows - count(rows)) / mostWeight_; }

 private:
  struct Load {
    const llvm::Value* address;
    llvm::Type* type;
    double weight;
  };

  // What a row loads twice from one address counts once.
  double count(unsigned rows) {
    double sum = 0;
    std::set<std::pair<unsigned, llvm::Type*>> seen;
    for (const Load& load : loads_)
      for (unsigned row = 0; row < rows; ++row)
        if (seen.insert({numbers_.of(*load.address, row), load.type}).second) sum += load.weight;
    return sum;
  }

  RowNumbers numbers_;
  std::vector<Load> loads_;
  double mostWeight_ = 1;
};

// What effects and branches of the blocks are computed from. The addresses of a gather that full
// vectors do not reach are no part of it.
llvm::DenseSet<const llvm::Value*> neededValues(const RegionBlocks& blocks) {
  llvm::DenseSet<const llvm::Value*> needed;
  llvm::SmallVector<const llvm::Instruction*> work;
  const auto need = [&](const llvm::Value& value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction && needed.insert(instruction).second) work.push_back(instruction);
  };
  for (const llvm::BasicBlock* block : blocks)
    for (const llvm::Instruction& instruction : *block)
      if (instruction.mayHaveSideEffects() || instruction.isTerminator()) need(instruction);
  while (!work.empty()) {
    const llvm::Instruction* instruction = work.pop_back_val();
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    for (const llvm::Use& operand : instruction->operands())
      if (!phi || blocks.contains(phi->getIncomingBlock(operand))) need(*operand);
  }
  return needed;
}

unsigned demand(const RegionBlocks& blocks, const RowShapes& shapes, unsigned rows,
                unsigned registerBits) {
  const llvm::DenseSet<const llvm::Value*> needed = neededValues(blocks);
  return registerDemand(blocks.getArrayRef(), [&](const llvm::Instruction& value) -> unsigned {
    if (!needed.contains(&value)) return 0;
    const unsigned one = vectorRegisters(value, registerBits);
    return shapes.isSame(value) ? one : one * rows;
  });
}

unsigned spilled(unsigned demanded, unsigned registers) {
  return std::max(demanded + kSpareRegisters, registers) - registers;
}

unsigned forcedRows(const llvm::Module& module) {
  const auto* rows =
      llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(kRowsFlag));
  return rows ? static_cast<unsigned>(rows->getZExtValue()) : 0;
}

}  // namespace

bool isWorthCopies(const RegionBlocks& region) {
  if (forcedRows(*region.front()->getModule())) return true;
  // Code for the size of the groups follows.
  const llvm::Function& kernel = *region.front()->getParent();
  if (rowOf(tierOf(kernel)).isFollowed &&
      kernel.getFnAttributeAsParsedInteger(kObservesGroupsAttribute) != 0)
    return false;
  size_t instructions = 0;
  for (const llvm::BasicBlock* block : blocksOfFullVectors(region)) instructions += block->size();
  return instructions <= kMostInstructions;
}

unsigned rowsTogether(const RegionBlocks& region, const RowShapes& shapes, unsigned registerBits,
                      unsigned registers) {
  if (const unsigned forced = forcedRows(*region.front()->getModule())) return forced;
  const RegionBlocks counted = blocksOfFullVectors(region);
  Loads loads(region, counted, shapes);
  const Processor& processor = processorOf(*region.front()->getModule());
  for (unsigned rows = kMostRows; rows > 1; rows /= 2)
    if (loads.shareLeft(rows) <= kMostLoadsLeft &&
        loads.saved(rows) >= processor.loadsForSpill *
                                 spilled(demand(counted, shapes, rows, registerBits), registers))
      return rows;
  return 1;
}

}  // namespace lanewise
