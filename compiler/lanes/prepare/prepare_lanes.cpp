// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// prepare-lanes: the form of control flow that the passes of lanes work on, made by passes of LLVM
// after the ends of the kernel have become one return and endless loops have an exit. The order of
// blocks (levels.h) and linearization rely on this form.
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/prepare/flatten_lanes.h"
#include "compiler/lanes/prepare/simplify_loops.h"
#include "compiler/repairs/irreducible_cycles.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <vector>

namespace lanewise {

/// Requires: kernels, and copies of the functions that they call. Ensures: copies, and kernels that
/// vectors of work-items may run, have the attribute "lanewise-prepared" and this form: branches
/// instead of switches, reducible, one return and no other end, loops in simplified form, values of
/// loops used behind them through phis. Local ids have a range if the size of work-groups is known.
/// Constants are second operands where the order does not matter, and `or` is disjoint where it can
/// be proved. Private variables that are only written are gone. Lanes of kernels that use
/// sub-groups are flat (flatten_lanes.h). Why here: passes of LLVM that change control flow have
/// run.
REQUIRED_MODULE_PASS(PrepareLanesPass);

namespace {

// Adds the block and those from which it is reached.
void addReaching(llvm::BasicBlock& block, llvm::SmallPtrSetImpl<llvm::BasicBlock*>& reaching) {
  llvm::SmallVector<llvm::BasicBlock*> work{&block};
  while (!work.empty())
    if (llvm::BasicBlock* next = work.pop_back_val(); reaching.insert(next).second)
      llvm::append_range(work, llvm::predecessors(next));
}

// A loop without an exit gets one that is never taken, so that the return is reached from
// everywhere.
void addExits(llvm::Function& kernel, llvm::BasicBlock& end) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 32> reachesEnd;
  addReaching(end, reachesEnd);
  for (llvm::BasicBlock& block : kernel) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || branch->isConditional() || reachesEnd.contains(&block)) continue;
    llvm::BranchInst::Create(branch->getSuccessor(0), &end,
                             llvm::ConstantInt::getTrue(kernel.getContext()), &block);
    for (llvm::PHINode& phi : end.phis())
      phi.addIncoming(llvm::PoisonValue::get(phi.getType()), &block);
    branch->eraseFromParent();
    addReaching(block, reachesEnd);
  }
}

// What the ends of a function return. What is undefined behavior returns anything.
llvm::Value* resultOf(llvm::ArrayRef<llvm::BasicBlock*> ends, llvm::Type* type,
                      llvm::BasicBlock& end) {
  if (type->isVoidTy()) return nullptr;
  llvm::PHINode* result =
      llvm::PHINode::Create(type, static_cast<unsigned>(ends.size()), "result", &end);
  for (llvm::BasicBlock* block : ends) {
    const auto* own = llvm::dyn_cast<llvm::ReturnInst>(block->getTerminator());
    result->addIncoming(own ? own->getReturnValue() : llvm::PoisonValue::get(type), block);
  }
  return result;
}

// What is undefined behavior ends the work-item, or the function.
void endOnce(llvm::Function& kernel) {
  std::vector<llvm::BasicBlock*> ends;
  for (llvm::BasicBlock& block : kernel)
    if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(block.getTerminator()))
      ends.push_back(&block);
  auto* end = llvm::BasicBlock::Create(kernel.getContext(), "end", &kernel);
  llvm::ReturnInst::Create(kernel.getContext(), resultOf(ends, kernel.getReturnType(), *end), end);
  for (llvm::BasicBlock* block : ends) {
    llvm::BranchInst* branch = llvm::BranchInst::Create(end, block);
    branch->setDebugLoc(block->getTerminator()->getDebugLoc());
    branch->getPrevNode()->eraseFromParent();
  }
  addExits(kernel, *end);
}

// Adds what writes to the variable and what only names it. Returns false if something reads it, or
// may.
bool collectWrites(llvm::Value& pointer, llvm::SmallVectorImpl<llvm::Instruction*>& writes) {
  for (llvm::Use& use : pointer.uses()) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::GetElementPtrInst>(user)) {
      if (!collectWrites(*user, writes)) return false;
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (!store->isSimple() || &use == &store->getOperandUse(0)) return false;
    } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      if (memory->isVolatile() || &use != &memory->getRawDestUse()) return false;
    } else if (!user->isLifetimeStartOrEnd()) {
      return false;
    }
    writes.push_back(user);
  }
  return true;
}

// Variables that are written only: the padding of structures that are copied, which sroa leaves
// behind. A copy from one to another one makes the other one unread, too.
void dropUnreadVariables(llvm::Function& kernel) {
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      variables.push_back(variable);
  const auto drop = [](llvm::AllocaInst* variable) {
    llvm::SmallVector<llvm::Instruction*> writes;
    if (!collectWrites(*variable, writes)) return false;
    for (llvm::Instruction* write : writes) write->eraseFromParent();
    variable->eraseFromParent();
    return true;
  };
  for (size_t before = variables.size() + 1; variables.size() < before;) {
    before = variables.size();
    llvm::erase_if(variables, drop);
  }
}

// Not before: passes on loops would take parts of ids out of loops, in forms that have no shape.
// Where lanes are flat, ids are those of the whole work-group (flatten_lanes.h).
void boundLocalIds(llvm::Function& kernel) {
  const auto sizes = knownLocalSize(kernel);
  if (!sizes) return;
  const bool isFlat = kernel.hasFnAttribute(kUsesSubGroupsAttribute);
  const uint64_t all = (*sizes)[0] * (*sizes)[1] * (*sizes)[2];
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (kernelCallOf(instruction) != KernelCall::LocalId) continue;
    auto& id = llvm::cast<llvm::CallInst>(instruction);
    const uint64_t end = isFlat ? all : (*sizes)[dimensionOf(id)];
    id.addRangeRetAttr(llvm::ConstantRange(llvm::APInt(64, 0), llvm::APInt(64, end)));
  }
}

// Constants come second, where analyses look for them, and sums that were written as `or` say that
// they are.
void normalizeOperations(llvm::Function& kernel) {
  const llvm::SimplifyQuery query(kernel.getParent()->getDataLayout());
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (!operation || !operation->isCommutative()) continue;
    if (llvm::isa<llvm::Constant>(operation->getOperand(0))) operation->swapOperands();
    if (operation->getOpcode() == llvm::Instruction::Or && !operation->getType()->isVectorTy() &&
        llvm::haveNoCommonBitsSet(operation->getOperand(0), operation->getOperand(1), query))
      llvm::cast<llvm::PossiblyDisjointInst>(operation)->setIsDisjoint(true);
  }
}

void prepare(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  llvm::removeUnreachableBlocks(kernel);
  dropUnreadVariables(kernel);
  endOnce(kernel);
  analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  analyses.invalidate(kernel, llvm::LowerSwitchPass().run(kernel, analyses));
  makeReducible(kernel, analyses);
  simplifyLoops(kernel, analyses);
  boundLocalIds(kernel);
  normalizeOperations(kernel);
}

}  // namespace

llvm::PreservedAnalyses PrepareLanesPass::run(llvm::Module& module,
                                              llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) {
    if (const auto width = prescribedWidth(*kernel); width && width->lanes == 1) continue;
    if (kernel->hasFnAttribute(kUsesSubGroupsAttribute)) flattenLanes(*kernel);
    prepare(*kernel, functions);
    kernel->addFnAttr(kPreparedAttribute);
    changed = true;
  }
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(kForLanesAttribute)) continue;
    prepare(function, functions);
    function.addFnAttr(kPreparedAttribute);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
