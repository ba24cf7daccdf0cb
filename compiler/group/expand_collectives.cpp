// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-collectives: the vectors of a work-group run one after another, in the order of the local
// linear ids. So one accumulator, which the group has once, is all that a reduction or a scan
// needs.
//
//   reduction:  accumulator = accumulator (op) values      all lanes of it, one operation a vector
//               barrier
//               result = the lanes of the accumulator      once for the group
//               barrier
//   scan:       result = accumulator (op) scan of the lanes
//               accumulator = accumulator (op) all lanes
//
// A scan needs no barrier: what it depends on has run before. In a loop, work-items must not reach
// the next iteration before the others have run this one, so that there the accumulator is reset
// between two barriers in front. The code between them runs once for the group. In a kernel with
// yields, too: behind a barrier vectors run in order.
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/contract/work_groups.h"

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace lanewise {

/// Ensures: no collective call of a work-group is left, but accesses of variables of the group
/// (kGroupVariableMark) and barriers. Why here: a work-item became a vector of them, and barriers
/// are not expanded yet.
REQUIRED_MODULE_PASS(ExpandCollectivesPass);

namespace {

using Builder = llvm::IRBuilder<>;

class Expansion {
 public:
  Expansion(llvm::CallInst& call, const CollectiveCall& kind, bool resets)
      : call_(call),
        kind_(kind),
        builder_(&call),
        values_(call.getArgOperand(0)),
        neutral_(neutralOf(kind.operation, accumulatorType())) {
    llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
    accumulator_ = new llvm::AllocaInst(accumulatorType(), 0, "accumulator", entry.begin());
    accumulator_->setMetadata(
        kGroupVariableMark,
        llvm::MDNode::get(call.getContext(), {llvm::ConstantAsMetadata::get(neutral_)}));
    if (resets) reset();
  }

  void run() {
    llvm::Value* result = kind_.form == CollectiveForm::Reduce ? reduce() : scan();
    call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
  }

 private:
  bool isVector() const { return values_->getType()->isVectorTy(); }

  // The accumulator of a scan has the same value in all lanes. A bool is best as a scalar there.
  llvm::Type* accumulatorType() const {
    llvm::Type* type = values_->getType();
    return kind_.form != CollectiveForm::Reduce && type->isIntOrIntVectorTy(1)
               ? type->getScalarType()
               : type;
  }

  void reset() {
    emitKernelCall(builder_, KernelCall::Barrier);
    builder_.CreateStore(neutral_, accumulator_);
    emitKernelCall(builder_, KernelCall::Barrier);
  }

  llvm::Value* accumulate(llvm::Value* values) {
    auto* before = builder_.CreateLoad(accumulatorType(), accumulator_, "before");
    auto* store =
        builder_.CreateStore(combine(builder_, kind_.operation, before, values), accumulator_);
    for (llvm::Instruction* access :
         {static_cast<llvm::Instruction*>(before), static_cast<llvm::Instruction*>(store)})
      access->setMetadata(kInOrderMark, llvm::MDNode::get(call_.getContext(), {}));
    return before;
  }

  llvm::Value* reduce() {
    accumulate(values_);
    emitKernelCall(builder_, KernelCall::Barrier);
    llvm::Value* result = builder_.CreateLoad(accumulatorType(), accumulator_, "all");
    if (isVector()) result = reduceLanes(builder_, kind_.operation, result);
    emitKernelCall(builder_, KernelCall::Barrier);
    return result;
  }

  llvm::Value* scan() {
    const bool isExclusive = kind_.form == CollectiveForm::ExclusiveScan;
    if (!isVector()) {
      llvm::Value* before = accumulate(values_);
      if (!isExclusive) return combine(builder_, kind_.operation, before, values_);
      return withIdentity(builder_, kind_.operation, before, [&] { return isFirst(); });
    }
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(values_->getType())->getNumElements();
    llvm::Value* upTo = inclusiveScanOfLanes(builder_, kind_.operation, values_);
    llvm::Value* before = nullptr;
    if (accumulatorType()->isVectorTy()) {
      const llvm::SmallVector<int, 32> last(lanes, static_cast<int>(lanes - 1));
      before = accumulate(builder_.CreateShuffleVector(upTo, last));
    } else {
      before = builder_.CreateVectorSplat(
          lanes, accumulate(builder_.CreateExtractElement(upTo, uint64_t{lanes - 1})));
    }
    if (!isExclusive) return combine(builder_, kind_.operation, before, upTo);
    llvm::Value* scan = combine(builder_, kind_.operation, before,
                                exclusiveScanOfLanes(builder_, kind_.operation, upTo));
    return withIdentity(builder_, kind_.operation, scan, [&] {
      llvm::Value* none =
          llvm::Constant::getNullValue(llvm::FixedVectorType::get(builder_.getInt1Ty(), lanes));
      return builder_.CreateInsertElement(none, isFirst(), uint64_t{0});
    });
  }

  // The work-item, or the vector, with which the work-group begins.
  llvm::Value* isFirst() {
    const bool isFlat = call_.getFunction()->hasFnAttribute(kFlatLanesAttribute);
    llvm::Value* id = isFlat ? emitKernelCall(builder_, KernelCall::LocalId, 0)
                             : emitKernelCall(builder_, KernelCall::LocalLinearId);
    return builder_.CreateICmpEQ(id, llvm::ConstantInt::get(id->getType(), 0));
  }

  llvm::CallInst& call_;
  const CollectiveCall kind_;
  Builder builder_;
  llvm::Value* values_;
  llvm::Constant* neutral_;
  llvm::AllocaInst* accumulator_;
};

bool expand(llvm::Function& kernel) {
  std::vector<std::pair<llvm::CallInst*, CollectiveCall>> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (const std::optional<CollectiveCall> call = collectiveCallOf(instruction))
      calls.emplace_back(llvm::cast<llvm::CallInst>(&instruction), *call);
  if (calls.empty()) return false;
  llvm::CycleInfo cycles;
  cycles.compute(kernel);
  const bool yields = hasYields(kernel);
  for (const auto& [call, kind] : calls)
    Expansion(*call, kind, yields || cycles.getCycle(call->getParent())).run();
  return true;
}

}  // namespace

llvm::PreservedAnalyses ExpandCollectivesPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) changed |= expand(*kernel);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
