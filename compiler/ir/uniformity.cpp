// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of divergence. LLVM asks the target for them; ours is a target that knows kernels.
//
// A load is uniform only from memory that nobody writes (invariant): that another work-item of the
// group may have written between the loads of two work-items is not excluded otherwise.
#include "compiler/ir/uniformity.h"

#include "compiler/ir/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>

namespace lanewise {
namespace {

bool differsBetweenItems(const llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy()) return false;
  if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return !load->isSimple() || !load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
  if (std::optional<KernelCall> call = kernelCallOf(instruction))
    return scopeOf(*call) == CallScope::Item;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return !call->doesNotAccessMemory();
  return instruction.mayReadOrWriteMemory();
}

// Concept of TargetTransformInfo that answers only what the divergence analysis asks.
class KernelDivergence final : public llvm::TargetTransformInfoImplCRTPBase<KernelDivergence> {
 public:
  explicit KernelDivergence(const llvm::DataLayout& layout)
      : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const llvm::Function* = nullptr) const { return true; }
  bool isSourceOfDivergence(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && differsBetweenItems(*instruction);
  }
};

}  // namespace

struct Uniformity::Analyses {
  explicit Analyses(llvm::Function& function) {
    manager.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    manager.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    manager.registerPass([] { return llvm::CycleAnalysis(); });
    manager.registerPass([] {
      return llvm::TargetIRAnalysis([](const llvm::Function& function) {
        return llvm::TargetTransformInfo(KernelDivergence(function.getParent()->getDataLayout()));
      });
    });
    manager.registerPass([] { return llvm::UniformityInfoAnalysis(); });
    info = &manager.getResult<llvm::UniformityInfoAnalysis>(function);
  }

  llvm::FunctionAnalysisManager manager;
  llvm::UniformityInfo* info;
};

Uniformity::Uniformity(llvm::Function& function)
    : analyses_(std::make_unique<Analyses>(function)) {}

Uniformity::~Uniformity() = default;

bool Uniformity::isUniform(const llvm::Value& value) const {
  return analyses_->info->isUniform(&value);
}

bool Uniformity::isUniformEverywhere(const llvm::Value& value) const {
  return isUniform(value) && llvm::none_of(value.uses(), [&](const llvm::Use& use) {
           return analyses_->info->isDivergentUse(use);
         });
}

bool Uniformity::hasDivergentBranch(const llvm::BasicBlock& block) const {
  return analyses_->info->hasDivergentTerminator(block);
}

}  // namespace lanewise
