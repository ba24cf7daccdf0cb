// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// widen-half: comparisons and roundings of vectors of half become those of float. A plugin, which
// the build loads into Clang for the vector variants.
//
// Where the processor does not compute half, LLVM 19 splits such an instruction into scalars. Float
// holds every half, so the results are the same. The pass runs last: the instruction combiner would
// turn a comparison of extended halves back into one of half.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace {

llvm::VectorType* vectorOfHalf(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::VectorType>(type);
  return vector && vector->getElementType()->isHalfTy() ? vector : nullptr;
}

llvm::Value* toFloat(llvm::IRBuilder<>& builder, llvm::Value* value) {
  auto* vector = llvm::cast<llvm::VectorType>(value->getType());
  return builder.CreateFPExt(
      value, llvm::VectorType::get(builder.getFloatTy(), vector->getElementCount()));
}

void compareInFloat(llvm::FCmpInst& comparison) {
  llvm::IRBuilder<> builder(&comparison);
  auto* wide =
      new llvm::FCmpInst(comparison.getPredicate(), toFloat(builder, comparison.getOperand(0)),
                         toFloat(builder, comparison.getOperand(1)));
  wide->copyFastMathFlags(&comparison);
  llvm::ReplaceInstWithInst(&comparison, wide);
}

void roundInFloat(llvm::IntrinsicInst& rounding) {
  llvm::IRBuilder<> builder(&rounding);
  llvm::Value* rounded = builder.CreateUnaryIntrinsic(
      rounding.getIntrinsicID(), toFloat(builder, rounding.getArgOperand(0)), &rounding);
  rounding.replaceAllUsesWith(builder.CreateFPTrunc(rounded, rounding.getType()));
  rounding.eraseFromParent();
}

// Returns whether the instruction was replaced.
bool widen(llvm::Instruction& instruction) {
  if (auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
      comparison && vectorOfHalf(comparison->getOperand(0)->getType())) {
    compareInFloat(*comparison);
    return true;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call || call->arg_empty() || !vectorOfHalf(call->getArgOperand(0)->getType())) return false;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::roundeven: roundInFloat(*call); return true;
    // Code generation keeps these as vectors.
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::copysign:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::is_fpclass: return false;
    default:
      call->getContext().emitError(call, "widen-half: unknown intrinsic of vectors of half: " +
                                             call->getCalledFunction()->getName());
      return false;
  }
}

struct WidenHalfPass : llvm::PassInfoMixin<WidenHalfPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      changed |= widen(instruction);
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }
  static bool isRequired() { return true; }
};

void registerPass(llvm::PassBuilder& builder) {
  builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager& manager, auto) {
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(WidenHalfPass()));
  });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::FunctionPassManager& manager, auto) {
        if (name != "widen-half") return false;
        manager.addPass(WidenHalfPass());
        return true;
      });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lanewise-widen-half", LLVM_VERSION_STRING, registerPass};
}
