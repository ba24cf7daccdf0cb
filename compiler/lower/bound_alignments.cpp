// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bound-alignments: a variable is aligned by kMostVariableAlignment at most, and no access relies
// on more than the alignment of a scalar. Vectors at other addresses are undefined in OpenCL C, but
// programs have them, and unaligned moves cost the same. LLVM raises the alignment again where it
// knows the variable that is accessed.
#include "compiler/contract/bounded_alignment.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "interface/kernel_abi.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {

/// Ensures: loads, stores and copies rely on the alignment of a scalar at most (atomics do not
/// exist yet; with kCheckMemoryFlag check-alignment does the same to loads and stores), variables
/// are aligned by abi::kMostVariableAlignment at most, and pointers that are passed promise no
/// alignment. Why here: kernels own what they get by value, and nothing has been concluded from
/// alignments.
MODULE_PASS(BoundAlignmentsPass);

namespace {

constexpr auto kMostOfVariable = llvm::Align::Constant<abi::kMostVariableAlignment>();

class Bounds {
 public:
  explicit Bounds(llvm::Module& module) : module_(module) {}

  /// True if anything changed.
  bool run() {
    for (llvm::GlobalVariable& variable : module_.globals())
      if (const llvm::MaybeAlign align = variable.getAlign())
        variable.setAlignment(lowered(*align, kMostOfVariable));
    for (llvm::Function& function : module_) {
      function.setAttributes(
          note(function.getAttributes(), bounded(function.getAttributes(), function.arg_size())));
      for (llvm::Instruction& instruction : llvm::instructions(function)) bound(instruction);
    }
    return changed_;
  }

 private:
  void bound(llvm::Instruction& instruction) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variable->setAlignment(lowered(variable->getAlign(), kMostOfVariable));
    } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
      if (!isLeftToChecks_) changed_ |= boundAlignment(instruction);
    } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      memory->setDestAlignment(
          lowered(memory->getDestAlign().valueOrOne(), kMostAlignmentOfScalar));
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory))
        copy->setSourceAlignment(
            lowered(copy->getSourceAlign().valueOrOne(), kMostAlignmentOfScalar));
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
               call && !llvm::isa<llvm::IntrinsicInst>(call)) {
      call->setAttributes(
          note(call->getAttributes(), bounded(call->getAttributes(), call->arg_size())));
    }
  }

  // Variables that are passed by value keep their alignment, pointers lose it.
  llvm::AttributeList bounded(llvm::AttributeList attributes, size_t parameters) const {
    constexpr auto kAlignment = llvm::Attribute::Alignment;
    llvm::LLVMContext& context = module_.getContext();
    attributes = attributes.removeRetAttribute(context, kAlignment);
    for (unsigned i = 0; i < parameters; ++i) {
      const llvm::MaybeAlign align = attributes.getParamAlignment(i);
      if (!align) continue;
      const bool isVariable = attributes.hasParamAttr(i, llvm::Attribute::ByVal) ||
                              attributes.hasParamAttr(i, llvm::Attribute::StructRet);
      if (isVariable && *align <= kMostOfVariable) continue;
      attributes = attributes.removeParamAttribute(context, i, kAlignment);
      if (isVariable)
        attributes = attributes.addParamAttribute(
            context, i, llvm::Attribute::getWithAlignment(context, kMostOfVariable));
    }
    return attributes;
  }

  llvm::Align lowered(llvm::Align align, llvm::Align most) {
    return note(align, std::min(align, most));
  }

  template <class T>
  T note(T before, T after) {
    changed_ |= before != after;
    return after;
  }

  llvm::Module& module_;
  const bool isLeftToChecks_ = module_.getModuleFlag(kCheckMemoryFlag);
  bool changed_ = false;
};

}  // namespace

llvm::PreservedAnalyses BoundAlignmentsPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  return Bounds(module).run() ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
