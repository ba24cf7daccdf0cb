// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A widened kernel has as many of these variables as blocks, and most are live in few blocks. So
// the time for a variable should depend on the blocks in which it is live alone:
//
// - One walk over the function replaces loads behind an access in their block, and finds what each
//   block leaves in a variable.
// - For each variable, the blocks that need its value from outside are those between its loads and,
//   backwards, its stores. In reverse post-order, such a block has the value of its predecessors,
//   or a phi where they differ or one of them comes later.
// - A phi whose operands are the same value, or the phi itself, is that value.
//
// LLVM's mem2reg goes through all blocks that a store dominates, and its SSAUpdater through chains
// of dominators for each block.
#include "compiler/lanes/write/promote_registers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

#include <utility>
#include <vector>

namespace lanewise {
namespace {

struct Variable {
  llvm::AllocaInst* alloca = nullptr;
  // What blocks leave in it, and the first load of each block that needs a value from outside; by
  // the number of the block.
  std::vector<std::pair<unsigned, llvm::WeakTrackingVH>> stored;
  std::vector<std::pair<unsigned, llvm::LoadInst*>> loads;
};

// What is known of a block for the variable of the current round.
struct BlockState {
  unsigned round = 0;  // the other members are of this one
  bool isLiveIn = false;
  llvm::Value* in = nullptr;
  llvm::Value* out = nullptr;
};

class Promotion {
 public:
  Promotion(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> variables);
  void run();

 private:
  void walk(unsigned number);
  BlockState& state(unsigned number);
  void promote(Variable& variable);
  llvm::SparseBitVector<> blocksThatNeed(const Variable& variable);
  llvm::Value* valueOfPredecessors(unsigned number);
  void dropEqualPhis(llvm::ArrayRef<llvm::PHINode*> phis);

  std::vector<Variable> variables_;
  llvm::DenseMap<const llvm::Value*, unsigned> indices_;  // of the variables
  std::vector<llvm::BasicBlock*> blocks_;                 // in reverse post-order
  std::vector<llvm::SmallVector<unsigned, 2>> predecessors_;
  std::vector<BlockState> states_;
  unsigned round_ = 0;
};

Promotion::Promotion(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> variables) {
  for (llvm::AllocaInst* variable : variables) {
    indices_[variable] = static_cast<unsigned>(variables_.size());
    variables_.emplace_back().alloca = variable;
  }
  const llvm::ReversePostOrderTraversal<llvm::Function*> reached(&function);
  llvm::SmallSetVector<llvm::BasicBlock*, 32> order(reached.begin(), reached.end());
  for (llvm::BasicBlock& block : function) order.insert(&block);  // those that nothing reaches
  blocks_.assign(order.begin(), order.end());
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> numbers;
  for (unsigned i = 0; i < blocks_.size(); ++i) numbers[blocks_[i]] = i;
  predecessors_.resize(blocks_.size());
  states_.resize(blocks_.size());
  for (unsigned i = 0; i < blocks_.size(); ++i)
    for (const llvm::BasicBlock* before : llvm::predecessors(blocks_[i]))
      predecessors_[i].push_back(numbers.lookup(before));
}

// The accesses of one block. Stores go, and so do loads whose value an earlier access of the block
// has.
void Promotion::walk(unsigned number) {
  llvm::SmallMapVector<unsigned, llvm::Value*, 8> stored;
  llvm::SmallDenseMap<unsigned, llvm::Value*, 8> known;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(*blocks_[number])) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    const auto found = pointer ? indices_.find(pointer) : indices_.end();
    if (found == indices_.end()) continue;
    llvm::Value*& value = known[found->second];
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      stored[found->second] = value = store->getValueOperand();
    } else if (value) {
      instruction.replaceAllUsesWith(value);
    } else {
      value = &instruction;
      variables_[found->second].loads.emplace_back(number,
                                                   llvm::cast<llvm::LoadInst>(&instruction));
      continue;
    }
    instruction.eraseFromParent();
  }
  for (const auto& [index, value] : stored) variables_[index].stored.emplace_back(number, value);
}

BlockState& Promotion::state(unsigned number) {
  BlockState& state = states_[number];
  if (state.round != round_) state = {.round = round_};
  return state;
}

// Finds them backwards from the loads.
llvm::SparseBitVector<> Promotion::blocksThatNeed(const Variable& variable) {
  llvm::SmallVector<unsigned> open;
  llvm::SparseBitVector<> found;
  const auto add = [&](unsigned number) {
    if (std::exchange(state(number).isLiveIn, true)) return;
    open.push_back(number);
    found.set(number);
  };
  for (const auto& [number, load] : variable.loads) add(number);
  while (!open.empty())
    for (const unsigned before : predecessors_[open.pop_back_val()])
      if (!state(before).out) add(before);
  return found;
}

// Null if they differ, or are not known yet.
llvm::Value* Promotion::valueOfPredecessors(unsigned number) {
  llvm::Value* value = nullptr;
  for (const unsigned before : predecessors_[number]) {
    llvm::Value* other = state(before).out;
    if (!other || (value && other != value)) return nullptr;
    value = other;
  }
  return value;
}

void Promotion::promote(Variable& variable) {
  ++round_;
  for (const auto& [number, value] : variable.stored) state(number).out = value;
  llvm::SmallVector<std::pair<unsigned, llvm::PHINode*>> phis;
  llvm::Type* type = variable.alloca->getAllocatedType();
  for (const unsigned number : blocksThatNeed(variable)) {
    BlockState& here = state(number);
    here.in =
        predecessors_[number].empty() ? llvm::UndefValue::get(type) : valueOfPredecessors(number);
    if (!here.in) {
      auto* phi = llvm::PHINode::Create(type, static_cast<unsigned>(predecessors_[number].size()),
                                        variable.alloca->getName(), blocks_[number]->begin());
      phis.emplace_back(number, phi);
      here.in = phi;
    }
    if (!here.out) here.out = here.in;
  }
  for (const auto& [number, phi] : phis)
    for (const unsigned before : predecessors_[number])
      phi->addIncoming(state(before).out, blocks_[before]);
  for (const auto& [number, load] : variable.loads) {
    load->replaceAllUsesWith(state(number).in);
    load->eraseFromParent();
  }
  dropEqualPhis(llvm::to_vector(llvm::make_second_range(phis)));
}

void Promotion::dropEqualPhis(llvm::ArrayRef<llvm::PHINode*> phis) {
  llvm::SmallSetVector<llvm::PHINode*, 16> rest(phis.begin(), phis.end());
  llvm::SmallPtrSet<const llvm::PHINode*, 16> own(phis.begin(), phis.end());
  while (!rest.empty()) {
    llvm::PHINode* phi = rest.pop_back_val();
    llvm::Value* value = phi->hasConstantValue();
    if (!value) continue;
    for (llvm::User* user : phi->users())
      if (auto* other = llvm::dyn_cast<llvm::PHINode>(user);
          other && other != phi && own.contains(other))
        rest.insert(other);
    phi->replaceAllUsesWith(value);
    own.erase(phi);
    phi->eraseFromParent();
  }
}

void Promotion::run() {
  for (unsigned i = 0; i < blocks_.size(); ++i) walk(i);
  for (Variable& variable : variables_) {
    promote(variable);
    variable.alloca->eraseFromParent();
  }
}

}  // namespace

void promoteRegisters(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> variables) {
  Promotion(function, variables).run();
}

}  // namespace lanewise
