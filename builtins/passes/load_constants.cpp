// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// load-constants: constant operands of vector arithmetic become loads of whole vectors. A plugin,
// which the build loads into Clang for the vector variants.
//
// With AVX2, LLVM 19 broadcasts such a constant to a register by an instruction of its own, because
// that makes the constant shorter. A loaded vector is an operand of the instruction itself:
// functions that consist of polynomials are a third shorter. AVX-512 broadcasts operands.
//
// With NEON, LLVM makes a constant in a register of integers and broadcasts it, which are three
// instructions. A table of all constants of a function has one address, so that each takes one
// load, or half of one where two neighbours are loaded together: functions are half as long.
//
// The pass runs last: other passes would put the constants back.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include <cmath>

namespace {

/// Where loads of constants pay.
enum class Form {
  None,
  Operands,  // of instructions that take them from memory
  Table,     // of all constants of a function
};

Form formFor(const llvm::Function& function) {
  const llvm::StringRef features = function.getFnAttribute("target-features").getValueAsString();
  if (features.contains("+neon")) return Form::Table;
  return features.contains("+avx2") && !features.contains("+avx512f") ? Form::Operands : Form::None;
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

// Operands of NEON's instructions are in registers. Shifts have forms with a number, and masks of
// shuffles are no values.
bool mayLoadFromTable(const llvm::Instruction& instruction) {
  return isArithmetic(instruction) || llvm::isa<llvm::ICmpInst, llvm::SelectInst>(instruction) ||
         (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isShift());
}

// Of the 32 bits all but those of one byte are zeros, or ones.
bool isByte(const llvm::APInt& bits) {
  if (bits.getBitWidth() != 32) return false;
  for (unsigned first = 0; first < 32; first += 8) {
    const llvm::APInt rest = bits | llvm::APInt::getBitsSet(32, first, first + 8);
    if (rest.isAllOnes() || (rest & ~llvm::APInt::getBitsSet(32, first, first + 8)).isZero())
      return true;
  }
  return false;
}

// One instruction makes each element of a vector this number: a byte among zeros or ones, or a
// floating-point number of a few bits.
bool isImmediate(const llvm::Constant& constant) {
  const llvm::Constant* element = constant.getSplatValue();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(element)) {
    // 4 bits behind the first one, and exponents from -3 to 4.
    int exponent = 0;
    const double fraction = std::abs(
        std::frexp(number->getValueAPF().convertToDouble(), &exponent));  // from 0.5 to below 1
    if (fraction * 32 == std::floor(fraction * 32) && exponent >= -2 && exponent <= 5) return true;
    return isByte(number->getValueAPF().bitcastToAPInt());
  }
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(element);
  return number && isByte(number->getValue());
}

class LoadConstantsPass : public llvm::PassInfoMixin<LoadConstantsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    places_.clear();
    bool changed = false;
    for (llvm::Function& function : module) {
      const Form form = formFor(function);
      if (form == Form::Operands) changed |= loadOperands(function);
      if (form == Form::Table) changed |= loadFromTable(function);
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }
  static bool isRequired() { return true; }

 private:
  bool loadOperands(llvm::Function& function) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!isArithmetic(instruction)) continue;
      for (llvm::Use& operand : instruction.operands()) {
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (!constant || !isBroadcast(*constant)) continue;
        load(operand, placeOf(*function.getParent(), *constant), alignmentOf(*constant));
        changed = true;
      }
    }
    return changed;
  }

  static bool loadFromTable(llvm::Function& function) {
    llvm::SmallVector<llvm::Use*> uses;
    llvm::MapVector<llvm::Constant*, uint64_t> offsets;
    llvm::SmallVector<llvm::Constant*> members;
    uint64_t sizeBytes = 0;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!mayLoadFromTable(instruction)) continue;
      for (llvm::Use& operand : instruction.operands()) {
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (!constant || !isBroadcast(*constant) || isImmediate(*constant)) continue;
        uses.push_back(&operand);
        if (!offsets.insert({constant, sizeBytes}).second) continue;
        sizeBytes += constant->getType()->getPrimitiveSizeInBits() / 8;
        members.push_back(constant);
      }
    }
    if (uses.empty()) return false;
    llvm::Constant* contents = llvm::ConstantStruct::getAnon(members, /*Packed=*/true);
    auto* table = new llvm::GlobalVariable(*function.getParent(), contents->getType(),
                                           /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
                                           contents, "constants");
    table->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    table->setAlignment(llvm::Align(16));
    llvm::Type* byte = llvm::Type::getInt8Ty(function.getContext());
    for (llvm::Use* use : uses) {
      auto* constant = llvm::cast<llvm::Constant>(use->get());
      llvm::Constant* offset = llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()),
                                                      offsets.lookup(constant));
      load(*use, llvm::ConstantExpr::getInBoundsGetElementPtr(byte, table, offset),
           llvm::Align(16));
    }
    return true;
  }

  static void load(llvm::Use& operand, llvm::Constant* place, llvm::Align alignment) {
    auto* instruction = llvm::cast<llvm::Instruction>(operand.getUser());
    llvm::LoadInst* value =
        llvm::IRBuilder<>(instruction).CreateAlignedLoad(operand->getType(), place, alignment);
    value->setMetadata(llvm::LLVMContext::MD_invariant_load,
                       llvm::MDNode::get(instruction->getContext(), {}));
    operand.set(value);
  }

  static llvm::Align alignmentOf(const llvm::Constant& constant) {
    return llvm::Align(constant.getType()->getPrimitiveSizeInBits() / 8);
  }

  // The linker merges equal ones, which are private and without an address that matters.
  llvm::GlobalVariable* placeOf(llvm::Module& module, llvm::Constant& constant) {
    llvm::GlobalVariable*& place = places_[&constant];
    if (place) return place;
    place = new llvm::GlobalVariable(module, constant.getType(), /*isConstant=*/true,
                                     llvm::GlobalValue::PrivateLinkage, &constant, "constant");
    place->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    place->setAlignment(alignmentOf(constant));
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
