// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes one instruction after another and counts the iterations of each cycle, so that the test
// can compare what two work-items did in the same iteration.
#include "tests/passes/analysis/uniformity/interpreter.h"

#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdio>
#include <cstdlib>

namespace lanewise::fuzz {
namespace {

class Interpreter {
 public:
  Interpreter(const llvm::Function& function, const llvm::CycleInfo& cycles, const Item& item)
      : function_(function), cycles_(cycles), item_(item) {}

  std::map<Moment, Visit> run(unsigned steps) {
    std::map<Moment, Visit> visits;
    const llvm::BasicBlock *before = nullptr, *block = &function_.getEntryBlock();
    for (unsigned i = 0; i < steps && block; ++i) {
      countIterations(before, *block);
      Visit visit = execute(before, *block);
      before = block;
      block = visit.next;
      if (const std::optional<Moment> moment = momentOf(*before)) visits[*moment] = visit;
    }
    return visits;
  }

 private:
  void countIterations(const llvm::BasicBlock* before, const llvm::BasicBlock& block) {
    for (const llvm::Cycle* cycle = cycles_.getCycle(&block); cycle;
         cycle = cycle->getParentCycle())
      if (!before || !cycle->contains(before))
        iterations_[cycle] = 0;
      else if (cycle->getHeader() == &block)
        ++iterations_[cycle];
  }

  std::optional<Moment> momentOf(const llvm::BasicBlock& block) const {
    Moment moment{&block, {}};
    for (const llvm::Cycle* cycle = cycles_.getCycle(&block); cycle;
         cycle = cycle->getParentCycle()) {
      if (!cycle->isReducible()) return std::nullopt;
      moment.iterations.push_back(iterations_.at(cycle));
    }
    return moment;
  }

  Number valueOf(const llvm::Value& value) const {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
      return static_cast<uint32_t>(number->getZExtValue());
    if (llvm::isa<llvm::UndefValue>(value)) return std::nullopt;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
      return item_.arguments[argument->getArgNo()];
    return values_.at(llvm::cast<llvm::Instruction>(&value));
  }

  Visit execute(const llvm::BasicBlock* before, const llvm::BasicBlock& block) {
    Visit visit;
    for (const llvm::PHINode& phi : block.phis()) {  // all at once, of the values before
      const unsigned i = static_cast<unsigned>(phi.getBasicBlockIndex(before));
      visit.results[&phi] = visit.operands[&phi.getOperandUse(i)] =
          valueOf(*phi.getIncomingValue(i));
    }
    for (const auto& [phi, value] : visit.results) values_[phi] = value;
    for (const llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      for (const llvm::Use& use : instruction.operands())
        if (!llvm::isa<llvm::BasicBlock, llvm::Function>(use.get()))
          visit.operands[&use] = valueOf(*use.get());
      if (instruction.isTerminator())
        visit.next = successor(instruction);
      else
        visit.results[&instruction] = values_[&instruction] = compute(instruction);
    }
    return visit;
  }

  const llvm::BasicBlock* successor(const llvm::Instruction& terminator) const {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
      if (branch->isUnconditional()) return branch->getSuccessor(0);
      const Number condition = valueOf(*branch->getCondition());
      return condition ? branch->getSuccessor(*condition ? 0 : 1) : nullptr;
    }
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
      const Number number = valueOf(*choice->getCondition());
      if (!number) return nullptr;
      for (const auto& arm : choice->cases())
        if (arm.getCaseValue()->getZExtValue() == *number) return arm.getCaseSuccessor();
      return choice->getDefaultDest();
    }
    return nullptr;
  }

  Number compute(const llvm::Instruction& instruction) const {
    if (const std::optional<KernelCall> kind = kernelCallOf(instruction))
      return *kind == KernelCall::LocalId ? item_.localId : item_.groupId;
    const Number first = valueOf(*instruction.getOperand(0));
    if (!first) return std::nullopt;
    if (llvm::isa<llvm::SelectInst>(instruction))
      return valueOf(*instruction.getOperand(*first ? 1 : 2));
    if (llvm::isa<llvm::CastInst>(instruction)) return first;
    const Number second = valueOf(*instruction.getOperand(1));
    if (!second) return std::nullopt;
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add: return *first + *second;
      case llvm::Instruction::Xor: return *first ^ *second;
      case llvm::Instruction::And: return *first & *second;
      case llvm::Instruction::ICmp: return *first == *second;  // the one predicate that is made
      default: break;
    }
    std::fprintf(stderr, "uniformity-fuzz: unknown instruction %s\n", instruction.getOpcodeName());
    std::exit(2);
  }

  const llvm::Function& function_;
  const llvm::CycleInfo& cycles_;
  const Item item_;
  std::map<const llvm::Instruction*, Number> values_;
  std::map<const llvm::Cycle*, unsigned> iterations_;
};

}  // namespace

std::map<Moment, Visit> interpret(const llvm::Function& function, const llvm::CycleInfo& cycles,
                                  const Item& item, unsigned steps) {
  return Interpreter(function, cycles, item).run(steps);
}

}  // namespace lanewise::fuzz
