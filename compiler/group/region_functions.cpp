// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// region-functions: the regions of a kernel that has many become functions. Several passes of LLVM
// take time that grows with the square of the number of loops or values in a function, and the
// regions share little: a region gets kernel arguments, sizes of the group and the addresses of the
// group's variables as parameters. The variables stay in memory, so that a region takes time for
// those that it uses, and none for those that other regions pass to each other.
//
//   before:  head:  ...; the region; its exit, a branch to the heads of other regions
//   after:   call:  the function is called; the same branch to the calls of other regions
#include "compiler/contract/function_attributes.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/group/region_marks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <utility>
#include <vector>

namespace lanewise {

/// Requires: marks (region_marks.h) in kernels of many regions. Ensures: each region of these
/// kernels is a function, and its variables are in registers. Why here: regions are loops, and
/// calls still name the sizes of the group.
REQUIRED_MODULE_PASS(RegionFunctionsPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Call = std::pair<KernelCall, unsigned>;  // with its dimension

class RegionFunction {
 public:
  RegionFunction(llvm::Function& kernel, llvm::BasicBlock& head) : kernel_(kernel), head_(head) {
    blocks_.insert(&head);
    for (size_t i = 0; i < blocks_.size(); ++i) {
      llvm::Instruction* branch = blocks_[i]->getTerminator();
      if (branch->hasMetadata(kRegionExitMark))
        exit_ = branch;
      else
        for (llvm::BasicBlock* next : llvm::successors(blocks_[i])) blocks_.insert(next);
    }
    findInputs();
  }

  void outline(unsigned number) {
    makeFunction(number);
    writeCall();
    moveBlocks();
    writeEntry();
    promoteVariables();
    if (kernel_.getSubprogram()) moveLines();
  }

 private:
  void findInputs() {
    for (llvm::BasicBlock* block : blocks_)
      for (llvm::Instruction& instruction : *block) {
        if (const auto kind = kernelCallOf(instruction)) {
          auto& call = llvm::cast<llvm::CallInst>(instruction);
          calls_[{*kind, dimensionOf(call)}].push_back(&call);
          continue;
        }
        for (llvm::Value* operand : instruction.operands()) findInput(operand);
      }
  }

  void findInput(llvm::Value* operand) {
    if (llvm::isa<llvm::Argument>(operand)) inputs_.insert(operand);
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand);
    if (!instruction || blocks_.contains(instruction->getParent())) return;
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(instruction);
    if (variable && !variable->hasMetadata(kGroupVariableMark) && !variable->hasMetadata(kScratch))
      variables_.insert(variable);
    else
      inputs_.insert(operand);
  }

  void makeFunction(unsigned number) {
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* input : inputs_) types.push_back(input->getType());
    for (const auto& [call, uses] : calls_) types.push_back(uses.front()->getType());
    function_ = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(kernel_.getContext()), types, false),
        llvm::Function::InternalLinkage, kernel_.getName() + ".region." + llvm::Twine(number),
        kernel_.getParent());
    stampAttributes(*function_);
  }

  // The block of the kernel that takes the place of the region.
  void writeCall() {
    auto* block = llvm::BasicBlock::Create(kernel_.getContext(), "region", &kernel_, &head_);
    head_.replaceAllUsesWith(block);
    Builder builder(block);
    llvm::SmallVector<llvm::Value*> arguments(inputs_.begin(), inputs_.end());
    for (const auto& [call, uses] : calls_)
      arguments.push_back(emitKernelCall(builder, call.first, call.second));
    llvm::CallInst* call = builder.CreateCall(function_, arguments);
    call->setDoesNotThrow();
    if (llvm::DISubprogram* subprogram = kernel_.getSubprogram())
      call->setDebugLoc(llvm::DILocation::get(kernel_.getContext(), 0, 0, subprogram));
    if (!exit_) {
      builder.CreateUnreachable();
      return;
    }
    llvm::BasicBlock* last = exit_->getParent();
    exit_->removeFromParent();
    exit_->insertInto(block, block->end());
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(exit_)) {
      // The number of the next re-entry point, which the region has just stored.
      auto* loaded = llvm::cast<llvm::LoadInst>(choice->getCondition());
      loaded->removeFromParent();
      loaded->insertBefore(exit_->getIterator());
    }
    Builder(last).CreateRetVoid();
  }

  void moveBlocks() {
    for (llvm::BasicBlock* block : blocks_)
      function_->splice(function_->end(), &kernel_, block->getIterator());
  }

  void writeEntry() {
    entry_ = llvm::BasicBlock::Create(function_->getContext(), "entry", function_, &head_);
    llvm::BranchInst::Create(&head_, entry_);
    for (llvm::AllocaInst* variable : variables_) {
      auto* own = llvm::cast<llvm::AllocaInst>(variable->clone());
      own->insertBefore(entry_->begin());
      inside_[variable] = own;
    }
    for (auto [input, parameter] : llvm::zip(inputs_, function_->args())) {
      inside_[input] = &parameter;
      // All regions share scratch: its address may live from one to another.
      if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(input);
          variable && !variable->hasMetadata(kScratch))
        describe(parameter, *variable);
    }
    replaceOperands();
  }

  // Nothing else in the region is in the memory of a variable of the group.
  void describe(llvm::Argument& address, const llvm::AllocaInst& variable) {
    llvm::AttrBuilder attributes(kernel_.getContext());
    attributes.addAttribute(llvm::Attribute::NoAlias);
    attributes.addAttribute(llvm::Attribute::NoCapture);
    attributes.addAlignmentAttr(variable.getAlign());
    attributes.addDereferenceableAttr(
        variable.getAllocationSize(kernel_.getParent()->getDataLayout())->getFixedValue());
    address.addAttrs(attributes);
  }

  void replaceOperands() {
    for (llvm::BasicBlock* block : blocks_)
      for (llvm::Instruction& instruction : *block)
        for (llvm::Use& use : instruction.operands())
          if (const auto found = inside_.find(use.get()); found != inside_.end())
            use.set(found->second);
    auto* parameter = function_->arg_begin() + inputs_.size();
    for (auto& [call, uses] : calls_) {
      for (llvm::CallInst* use : uses) {
        use->replaceAllUsesWith(parameter);
        use->eraseFromParent();
      }
      ++parameter;
    }
  }

  void promoteVariables() {
    std::vector<llvm::AllocaInst*> promotable;
    for (llvm::Instruction& instruction : *entry_)
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (llvm::isAllocaPromotable(variable)) promotable.push_back(variable);
    llvm::DominatorTree dominators(*function_);
    llvm::PromoteMemToReg(promotable, dominators);
  }

  // Debuggers know the region's code by the kernel's name.
  void moveLines() {
    llvm::LLVMContext& context = kernel_.getContext();
    llvm::DISubprogram* whole = kernel_.getSubprogram();
    llvm::DIBuilder builder(*kernel_.getParent(), /*AllowUnresolved=*/false, whole->getUnit());
    llvm::DISubprogram* part = builder.createFunction(
        whole->getUnit(), whole->getName(), function_->getName(), whole->getFile(),
        whole->getLine(), builder.createSubroutineType(builder.getOrCreateTypeArray({})),
        whole->getScopeLine(), llvm::DINode::FlagZero,
        llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagLocalToUnit |
            llvm::DISubprogram::SPFlagOptimized);
    builder.finalizeSubprogram(part);
    function_->setSubprogram(part);
    llvm::DenseMap<const llvm::MDNode*, llvm::MDNode*> cache;
    const auto moved = [&](llvm::Metadata* line) -> llvm::Metadata* {
      if (auto* location = llvm::dyn_cast_or_null<llvm::DILocation>(line))
        return llvm::DebugLoc::replaceInlinedAtSubprogram(location, *part, context, cache);
      return line;
    };
    for (llvm::BasicBlock& block : *function_)
      for (llvm::Instruction& instruction : block) {
        if (const llvm::DebugLoc& line = instruction.getDebugLoc())
          instruction.setDebugLoc(
              llvm::DebugLoc::replaceInlinedAtSubprogram(line, *part, context, cache));
        llvm::updateLoopMetadataDebugLocations(instruction, moved);
      }
  }

  llvm::Function& kernel_;
  llvm::BasicBlock& head_;
  llvm::SetVector<llvm::BasicBlock*> blocks_;
  llvm::Instruction* exit_ = nullptr;             // null: no work-item leaves the region
  llvm::SetVector<llvm::Value*> inputs_;          // arguments, group variables, addresses
  llvm::SetVector<llvm::AllocaInst*> variables_;  // whose contents begin and end in the region
  llvm::MapVector<Call, llvm::SmallVector<llvm::CallInst*, 2>> calls_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::DenseMap<llvm::Value*, llvm::Value*> inside_;  // what takes the place of an input
};

std::vector<llvm::BasicBlock*> headsOf(llvm::Function& kernel) {
  std::vector<llvm::BasicBlock*> heads;
  for (llvm::BasicBlock& block : kernel)
    if (block.getTerminator()->hasMetadata(kRegionHeadMark)) heads.push_back(&block);
  return heads;
}

void eraseUnusedVariables(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(kernel.getEntryBlock()))
    if (llvm::isa<llvm::AllocaInst>(instruction) && instruction.use_empty())
      instruction.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses RegionFunctionsPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) {
    unsigned number = 0;
    for (llvm::BasicBlock* head : headsOf(*kernel))
      RegionFunction(*kernel, *head).outline(number++);
    if (number > 0) eraseUnusedVariables(*kernel);
    changed |= number > 0;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
