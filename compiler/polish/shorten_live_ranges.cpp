// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shorten-live-ranges: where the steps of an exchange are unrolled, such as those of a sort, each
// step computes all vectors of the work-group, which registers do not hold. In the order of the
// steps, each of them loads and stores all vectors. In front of a store it suffices to compute what
// the store needs: those few steps of the vectors that it depends on. So vectors that were computed
// for each other stay in registers for several steps.
//
// Counts how many vectors both orders load and store because registers are full, as if the one that
// is used last left its register, and takes the better order.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace lanewise {

/// Ensures: nothing; in blocks with more vectors than registers, values are computed close to their
/// uses. Why here: last, because code generation keeps the order.
FUNCTION_PASS(ShortenLiveRangesPass);

namespace {

using Instruction = llvm::Instruction;
using Order = std::vector<Instruction*>;

constexpr size_t kLeastInstructions = 64;
constexpr size_t kMostQueries = 50'000;
constexpr unsigned kMostUses = 8;   // of a value that is followed to what else uses it
constexpr size_t kLeastMoves = 32;  // between registers and memory

// Registers that hold values by number. When they are full, the value that is used last leaves.
class Registers {
 public:
  explicit Registers(size_t count) : count_(count) {}

  void add(size_t size) { values_.push_back({size, {}, false, false}); }

  void addEarlierUse(unsigned value, size_t when) { values_[value].uses.push_back(when); }

  // Loads the value if it has left.
  void use(unsigned number, size_t now) {
    Value& value = values_[number];
    if (value.isHeld) {
      held_.erase({value.uses.back(), number});
      full_ -= value.size;
      value.isHeld = false;
    } else if (value.isStored) {
      moves_ += value.size;
    }
    while (!value.uses.empty() && value.uses.back() <= now) value.uses.pop_back();
    if (value.uses.empty()) return;
    held_.insert({value.uses.back(), number});
    full_ += value.size;
    value.isHeld = true;
  }

  void leave() {
    while (full_ > count_) {
      const auto last = std::prev(held_.end());
      Value& value = values_[last->second];
      if (!value.isStored) moves_ += value.size;
      value.isStored = true;
      value.isHeld = false;
      full_ -= value.size;
      held_.erase(last);
    }
  }

  size_t moves() const { return moves_; }

 private:
  struct Value {
    size_t size;               // in registers
    std::vector<size_t> uses;  // the next one last
    bool isHeld, isStored;
  };

  const size_t count_;
  std::vector<Value> values_;
  std::set<std::pair<size_t, unsigned>> held_;  // next uses, and numbers
  size_t full_ = 0, moves_ = 0;
};

class Block {
 public:
  Block(llvm::BasicBlock& block, llvm::AAResults& aliases,
        const llvm::TargetTransformInfo& processor)
      : block_(block),
        aliases_(aliases),
        registers_(processor.getNumberOfRegisters(processor.getRegisterClassForType(true))),
        registerBits_(processor.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
                          .getFixedValue()) {
    for (Instruction& instruction : block)
      if (!llvm::isa<llvm::PHINode>(instruction)) before_.push_back(&instruction);
  }

  bool run() {
    if (before_.size() < kLeastInstructions || registerBits_ == 0) return false;
    const size_t moves = movesOf(before_);
    if (moves < kLeastMoves || !makeOrder() || movesOf(after_) * 4 > moves * 3) return false;
    for (Instruction* instruction : after_) instruction->moveBefore(block_, block_.end());
    return true;
  }

 private:
  // The instruction neither writes nor reads memory that others of the block write.
  static bool isFree(const Instruction& instruction) {
    return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
           !instruction.isTerminator();
  }

  static bool isMasked(const Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                    call->getIntrinsicID() == llvm::Intrinsic::masked_store);
  }

  static bool isLoad(const Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load ? load->isSimple() : isMasked(instruction) && !instruction.mayWriteToMemory();
  }

  static bool isStore(const Instruction& instruction) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store ? store->isSimple() : isMasked(instruction) && instruction.mayWriteToMemory();
  }

  static llvm::MemoryLocation placeOf(const Instruction& access) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access))
      return llvm::MemoryLocation::get(load);
    const auto& call = llvm::cast<llvm::CallBase>(access);
    return llvm::MemoryLocation::getBeforeOrAfter(call.getArgOperand(0), access.getAAMetadata());
  }

  // Stores stay in their order, and each load in front of the next store that may change what it
  // loads. False if the block has other accesses, or too many.
  bool makeOrder() {
    Order loads;
    size_t queries = 0;
    for (Instruction* instruction : before_) {
      if (instruction->isTerminator()) break;
      if (isLoad(*instruction)) {
        loads.push_back(instruction);
      } else if (isStore(*instruction)) {
        for (llvm::Value* operand : instruction->operands()) addOwn(operand);
        llvm::erase_if(loads, [&](Instruction* load) { return isOut_.contains(load); });
        if ((queries += loads.size()) > kMostQueries) return false;
        for (Instruction* load : loads)
          if (llvm::isModSet(aliases_.getModRefInfo(instruction, placeOf(*load)))) add(*load);
        add(*instruction);
      } else if (!isFree(*instruction)) {
        return false;
      }
    }
    for (Instruction* instruction : before_) add(*instruction);
    return after_.size() == before_.size();
  }

  bool isOwn(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    return instruction && instruction->getParent() == &block_ &&
           !llvm::isa<llvm::PHINode>(instruction);
  }

  void addOwn(llvm::Value* value) {
    if (isOwn(value)) add(*llvm::cast<Instruction>(value));
  }

  // Behind its operands.
  void add(Instruction& wanted) {
    std::vector<std::pair<Instruction*, unsigned>> open = {{&wanted, 0}};
    while (!open.empty()) {
      auto& [instruction, next] = open.back();
      if (isOut_.contains(instruction)) {
        open.pop_back();
      } else if (next < instruction->getNumOperands()) {
        llvm::Value* operand = instruction->getOperand(next++);
        if (isOwn(operand)) open.push_back({llvm::cast<Instruction>(operand), 0});
      } else {
        Instruction* complete = instruction;
        open.pop_back();
        put(*complete);
      }
    }
  }

  // And what uses the same operands, if that frees as many registers as it takes: the other half of
  // an exchange.
  void put(Instruction& first) {
    std::vector<Instruction*> complete = {&first};
    while (!complete.empty()) {
      Instruction* instruction = complete.back();
      complete.pop_back();
      if (instruction != &first && !isNext(*instruction)) continue;
      isOut_.insert(instruction);
      after_.push_back(instruction);
      for (llvm::Value* operand : instruction->operands())
        if (llvm::isa<Instruction>(operand) && registersOf(*operand) &&
            !operand->hasNUsesOrMore(kMostUses + 1))
          for (llvm::User* user : operand->users())
            if (auto* other = llvm::cast<Instruction>(user); isNext(*other))
              complete.push_back(other);
    }
  }

  bool isNext(const Instruction& instruction) const {
    return isOwn(&instruction) && !isOut_.contains(&instruction) && isFree(instruction) &&
           isReady(instruction) && freedBy(instruction) >= registersOf(instruction);
  }

  bool isReady(const Instruction& instruction) const {
    return llvm::all_of(instruction.operands(), [&](const llvm::Use& use) {
      return !isOwn(use) || isOut_.contains(llvm::cast<Instruction>(use));
    });
  }

  // Registers of operands that nothing else uses any more.
  size_t freedBy(const Instruction& instruction) const {
    size_t freed = 0;
    for (const llvm::Value* operand : llvm::SmallPtrSet<const llvm::Value*, 4>(
             instruction.value_op_begin(), instruction.value_op_end())) {
      if (!llvm::isa<Instruction>(operand) || operand->hasNUsesOrMore(kMostUses + 1)) continue;
      const bool isLast = llvm::all_of(operand->users(), [&](const llvm::User* user) {
        return user == &instruction || isOut_.contains(llvm::cast<Instruction>(user));
      });
      if (isLast) freed += registersOf(*operand);
    }
    return freed;
  }

  size_t registersOf(const llvm::Value& value) const {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
    if (!type) return 0;
    const uint64_t bits =
        uint64_t{type->getNumElements()} * std::max(type->getScalarSizeInBits(), 8u);
    return (bits + registerBits_ - 1) / registerBits_;
  }

  // Vectors that are stored because registers are full, and loaded again.
  size_t movesOf(const Order& order) const {
    Registers registers(registers_);
    llvm::DenseMap<const llvm::Value*, unsigned> numbers;
    for (size_t i = order.size(); i-- > 0;)
      for (const llvm::Value* operand : order[i]->operands())
        if (llvm::isa<Instruction>(operand) && registersOf(*operand)) {
          const auto [at, isNew] = numbers.insert({operand, numbers.size()});
          if (isNew) registers.add(registersOf(*operand));
          registers.addEarlierUse(at->second, i);
        }
    for (size_t now = 0; now < order.size(); ++now) {
      for (const llvm::Value* operand : order[now]->operands())
        if (const auto at = numbers.find(operand); at != numbers.end())
          registers.use(at->second, now);
      if (const auto at = numbers.find(order[now]); at != numbers.end())
        registers.use(at->second, now);
      registers.leave();
    }
    return registers.moves();
  }

  llvm::BasicBlock& block_;
  llvm::AAResults& aliases_;
  const size_t registers_, registerBits_;
  Order before_, after_;
  llvm::SmallPtrSet<const Instruction*, 32> isOut_;  // in after_
};

}  // namespace

llvm::PreservedAnalyses ShortenLiveRangesPass::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& analyses) {
  auto& aliases = analyses.getResult<llvm::AAManager>(function);
  const auto& processor = analyses.getResult<llvm::TargetIRAnalysis>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function) changed |= Block(block, aliases, processor).run();
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
