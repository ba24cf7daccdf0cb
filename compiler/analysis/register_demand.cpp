// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness: a backward analysis over blocks, then a walk through each block from its end.
#include "compiler/analysis/register_demand.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanewise {
namespace {

class Liveness {
 public:
  Liveness(llvm::ArrayRef<llvm::BasicBlock*> blocks,
           llvm::function_ref<unsigned(const llvm::Instruction&)> registersOf) {
    for (const llvm::BasicBlock* block : blocks)
      for (const llvm::Instruction& instruction : *block)
        if (const unsigned registers = registersOf(instruction); registers != 0) {
          numbers_[&instruction] = static_cast<unsigned>(registers_.size());
          registers_.push_back(registers);
        }
    solve(blocks);
  }

  unsigned most(const llvm::BasicBlock& block) const {
    llvm::BitVector live = liveAtEnd(block);
    unsigned now = 0;
    for (const unsigned number : live.set_bits()) now += registers_[number];
    unsigned most = now;
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      if (const auto found = numbers_.find(&instruction); found != numbers_.end())
        now -= remove(live, found->second);
      if (!llvm::isa<llvm::PHINode>(instruction)) now += addOperands(live, instruction);
      most = std::max(most, now);
    }
    return most;
  }

 private:
  unsigned remove(llvm::BitVector& live, unsigned number) const {
    if (!live.test(number)) return 0;
    live.reset(number);
    return registers_[number];
  }

  unsigned add(llvm::BitVector& live, const llvm::Value& value) const {
    const auto found = numbers_.find(&value);
    if (found == numbers_.end() || live.test(found->second)) return 0;
    live.set(found->second);
    return registers_[found->second];
  }

  unsigned addOperands(llvm::BitVector& live, const llvm::Instruction& instruction) const {
    unsigned sum = 0;
    for (const llvm::Value* operand : instruction.operand_values()) sum += add(live, *operand);
    return sum;
  }

  llvm::BitVector liveAtEnd(const llvm::BasicBlock& block) const {
    llvm::BitVector live(static_cast<unsigned>(registers_.size()));
    for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
      const auto found = atStart_.find(successor);
      if (found == atStart_.end()) continue;
      live |= found->second;
      for (const llvm::PHINode& phi : successor->phis())
        add(live, *phi.getIncomingValueForBlock(&block));
    }
    return live;
  }

  void solve(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    for (const llvm::BasicBlock* block : blocks)
      atStart_[block].resize(static_cast<unsigned>(registers_.size()));
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::BasicBlock* block : llvm::reverse(blocks)) {
        llvm::BitVector live = liveAtEnd(*block);
        for (const llvm::Instruction& instruction : llvm::reverse(*block)) {
          if (const auto found = numbers_.find(&instruction); found != numbers_.end())
            live.reset(found->second);
          if (!llvm::isa<llvm::PHINode>(instruction)) addOperands(live, instruction);
        }
        llvm::BitVector& known = atStart_[block];
        changed |= live != known;
        known = std::move(live);
      }
    }
  }

  llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
  std::vector<unsigned> registers_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> atStart_;
};

// Code generation moves such a load to its use, which reads memory then.
bool isMemoryOperand(const llvm::Instruction& value) {
  return llvm::isa<llvm::LoadInst>(value) && value.hasOneUse() &&
         value.getParent() == llvm::cast<llvm::Instruction>(*value.user_begin())->getParent();
}

// The number in the first element, which a splat is made of.
bool isForSplat(const llvm::Instruction& value) {
  return llvm::isa<llvm::InsertElementInst>(value) && value.hasOneUse() &&
         llvm::getSplatValue(llvm::cast<llvm::Value>(*value.user_begin()));
}

}  // namespace

unsigned registerDemand(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                        llvm::function_ref<unsigned(const llvm::Instruction&)> registersOf) {
  const Liveness liveness(blocks, registersOf);
  unsigned most = 0;
  for (const llvm::BasicBlock* block : blocks) most = std::max(most, liveness.most(*block));
  return most;
}

unsigned vectorRegisters(const llvm::Instruction& value, unsigned registerBits) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  if (!type || type->getElementType()->isIntegerTy(1)) return 0;
  if (isMemoryOperand(value) || isForSplat(value)) return 0;
  if (llvm::getSplatValue(&value)) return 1;
  const llvm::DataLayout& layout = value.getModule()->getDataLayout();
  const uint64_t bits = layout.getTypeSizeInBits(value.getType()).getFixedValue();
  return static_cast<unsigned>(llvm::divideCeil(bits, registerBits));
}

}  // namespace lanewise
