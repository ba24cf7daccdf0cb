// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// load-constants: constant operands of vector arithmetic become loads of whole vectors. A plugin,
// which the build loads into Clang for the vector variants.
//
// With AVX2, LLVM 19 broadcasts such a constant to a register by an instruction of its own, because
// that makes the constant shorter. A loaded vector is an operand of the instruction itself:
// functions that consist of polynomials are a third shorter. AVX-512 broadcasts operands, and
// AArch64 has no operands in memory. The pass runs last: other passes would put the constants back.
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

namespace {

bool broadcastsToRegisters(const llvm::Function& function) {
  const llvm::StringRef features = function.getFnAttribute("target-features").getValueAsString();
  return features.contains("+avx2") && !features.contains("+avx512f");
}

// Instructions that may have an operand in memory.
bool isArithmetic(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == llvm::Intrinsic::fma ||
           call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
  return llvm::isa<llvm::FCmpInst>(instruction) || instruction.isBitwiseLogicOp() ||
         (llvm::isa<llvm::BinaryOperator>(instruction) &&
          instruction.getType()->isFPOrFPVectorTy());
}

// Zeros and ones take no memory.
bool isBroadcast(const llvm::Constant& constant) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType());
  return type && type->getPrimitiveSizeInBits() >= 128 && type->getScalarSizeInBits() >= 32 &&
         constant.getSplatValue() && !constant.isNullValue() && !constant.isAllOnesValue();
}

class LoadConstantsPass : public llvm::PassInfoMixin<LoadConstantsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    places_.clear();
    bool changed = false;
    for (llvm::Function& function : module)
      if (broadcastsToRegisters(function))
        for (llvm::Instruction& instruction : llvm::instructions(function))
          if (isArithmetic(instruction)) changed |= load(instruction);
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }
  static bool isRequired() { return true; }

 private:
  bool load(llvm::Instruction& instruction) {
    bool changed = false;
    for (llvm::Use& operand : instruction.operands()) {
      auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
      if (!constant || !isBroadcast(*constant)) continue;
      llvm::IRBuilder<> builder(&instruction);
      const llvm::Align alignment(constant->getType()->getPrimitiveSizeInBits() / 8);
      llvm::LoadInst* value = builder.CreateAlignedLoad(
          constant->getType(), placeOf(*instruction.getModule(), *constant, alignment), alignment);
      value->setMetadata(llvm::LLVMContext::MD_invariant_load,
                         llvm::MDNode::get(instruction.getContext(), {}));
      operand.set(value);
      changed = true;
    }
    return changed;
  }

  // The linker merges equal ones, which are private and without an address that matters.
  llvm::GlobalVariable* placeOf(llvm::Module& module, llvm::Constant& constant,
                                llvm::Align alignment) {
    llvm::GlobalVariable*& place = places_[&constant];
    if (place) return place;
    place = new llvm::GlobalVariable(module, constant.getType(), /*isConstant=*/true,
                                     llvm::GlobalValue::PrivateLinkage, &constant, "constant");
    place->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    place->setAlignment(alignment);
    return place;
  }

  llvm::DenseMap<llvm::Constant*, llvm::GlobalVariable*> places_;
};

void registerPass(llvm::PassBuilder& builder) {
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& manager, auto) { manager.addPass(LoadConstantsPass()); });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager& manager, auto) {
        if (name != "load-constants") return false;
        manager.addPass(LoadConstantsPass());
        return true;
      });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lanewise-load-constants", LLVM_VERSION_STRING, registerPass};
}
