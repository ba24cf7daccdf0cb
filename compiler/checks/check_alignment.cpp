// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-alignment: for builds with kCheckMemoryFlag. A load, store or atomic at an address that is
// no multiple of its type's alignment is reported. It takes place, as it does without checks.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/accesses.h"
#include "compiler/checks/pointer_places.h"
#include "compiler/contract/bounded_alignment.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/checked_arguments.h"
#include "compiler/contract/kernel_attributes.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace lanewise {

/// Requires: as check-memory, and that bound-alignments has left the alignments of the program's
/// types. Ensures: no access of a module with kCheckMemoryFlag relies on more than the alignment of
/// a scalar. Why here: pointers begin with their objects, whose alignment is known.
MODULE_PASS(CheckAlignmentPass);

namespace {

constexpr auto kMost = llvm::Align::Constant<128>();

struct Multiple {
  llvm::Align align = kMost;
  /// The argument that the address counts from: `align` holds if it holds for that.
  llvm::Argument* argument = nullptr;
};

llvm::Align strideOf(llvm::GEPOperator& index, const llvm::DataLayout& layout) {
  llvm::Align align = kMost;
  for (auto at = llvm::gep_type_begin(index); at != llvm::gep_type_end(index); ++at) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
    const uint64_t count = constant ? static_cast<uint64_t>(constant->getSExtValue()) : 1;
    llvm::StructType* type = at.getStructTypeOrNull();
    const uint64_t bytes =
        type ? layout.getStructLayout(type)->getElementOffset(static_cast<unsigned>(count))
             : at.getSequentialElementStride(layout).getFixedValue() * count;
    align = llvm::commonAlignment(align, bytes);
  }
  return align;
}

/// What an address is a multiple of, whatever the indices are.
Multiple multipleOf(llvm::Value* pointer, const llvm::DataLayout& layout) {
  Multiple result;
  for (llvm::Value* value : pointersBehind(pointer)) {
    if (auto* index = llvm::dyn_cast<llvm::GEPOperator>(value))
      result.align = std::min(result.align, strideOf(*index, layout));
    if (!pointerSources(value).empty()) continue;
    auto* argument = llvm::dyn_cast<llvm::Argument>(value);
    const auto checked = argument ? checkedArgument(*argument) : std::nullopt;
    if (checked && checked->isLocal) continue;  // aligned by the host
    if (!checked || (result.argument && result.argument != argument))
      result.align = std::min(result.align, value->getPointerAlignment(layout));
    else
      result.argument = argument;
  }
  return result;
}

llvm::Value* isMisaligned(llvm::IRBuilderBase& builder, llvm::Value* pointer, llvm::Align align) {
  llvm::Value* low =
      builder.CreateAnd(builder.CreatePtrToInt(pointer, builder.getInt64Ty()), align.value() - 1);
  return builder.CreateICmpNE(low, builder.getInt64(0));
}

class AlignmentChecks {
 public:
  explicit AlignmentChecks(llvm::Function& function)
      : function_(function), places_(function, /*withShadows=*/false) {}

  void run() {
    for (const Access& access : accessesOf(function_))
      if (!llvm::isa<llvm::MemIntrinsic>(access.instruction)) check(access);
  }

 private:
  void check(const Access& access) {
    const llvm::Align align = accessAlignment(*access.instruction);
    const Multiple known = multipleOf(access.pointer(), function_.getDataLayout());
    if (known.align < align) {
      if (places_.of(access.pointer()).isChecked) report(access, *access.pointer(), align);
    } else if (known.argument && align > kMostAlignmentOfScalar) {
      // All work-items have the same. Scalars would pay for what only odd host pointers can cause.
      report(access, *known.argument, align);
    }
  }

  void report(const Access& access, llvm::Value& pointer, llvm::Align align) {
    llvm::Instruction& place = *access.instruction;
    const std::string site = siteText(
        "memory",
        "misaligned " + access.description() + " (alignment " + std::to_string(align.value()) + ")",
        places_.objectName(access.pointer()), place);
    llvm::Value* offset = places_.of(access.pointer())[PlacePart::Offset];
    llvm::IRBuilder<> builder(&place);
    reportIf(isMisaligned(builder, &pointer, align), place,
             [&](llvm::IRBuilderBase& inside) { emitReport(inside, site, offset); });
  }

  llvm::Function& function_;
  PointerPlaces places_;
};

}  // namespace

llvm::PreservedAnalyses CheckAlignmentPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckMemoryFlag)) return llvm::PreservedAnalyses::all();
  for (llvm::Function* function : functionsOfProgram(module)) AlignmentChecks(*function).run();
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) boundAlignment(instruction);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
