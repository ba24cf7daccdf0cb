// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// separate-results: operations whose code LLVM 19 gets wrong for some processors. Vectors of 64-bit
// integers become double and then float, which rounds twice: each element is converted alone. Of
// three integers that become three bytes in memory, one byte is another's: each is stored alone.
// The choice `x < 0 ? x : 0` becomes a minimum, which takes -0 for 0: the condition is made opaque.
// An atomic operation on floating-point numbers ignores that its store has failed: it becomes a
// loop of compare-and-exchange.
#include "compiler/contract/pass.h"
#include "compiler/target/target.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise {

/// Ensures, where the target needs it: no conversion of vectors of 64-bit integers to float, no
/// store of three bytes in one instruction, and no choice that code generation takes for a minimum
/// or maximum without being one, is left. Why here: passes of LLVM make such code.
REQUIRED_MODULE_PASS(SeparateResultsPass);

namespace {

using Builder = llvm::IRBuilder<>;

const llvm::FixedVectorType* vectorOf(const llvm::Type& type) {
  return llvm::dyn_cast<llvm::FixedVectorType>(&type);
}

bool roundsTwice(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction)) return false;
  return vectorOf(*instruction.getType()) && instruction.getType()->getScalarType()->isFloatTy() &&
         instruction.getOperand(0)->getType()->getScalarSizeInBits() > 32;
}

void separate(llvm::CastInst& conversion) {
  Builder builder(&conversion);
  const auto& type = *vectorOf(*conversion.getType());
  llvm::Value* result = llvm::PoisonValue::get(conversion.getType());
  for (unsigned i = 0; i < type.getNumElements(); ++i) {
    llvm::Value* number = builder.CreateExtractElement(conversion.getOperand(0), i);
    result = builder.CreateInsertElement(
        result, builder.CreateCast(conversion.getOpcode(), number, type.getElementType()), i);
  }
  conversion.replaceAllUsesWith(result);
  conversion.eraseFromParent();
}

bool isOfThreeBytes(const llvm::StoreInst& store) {
  const auto* type = vectorOf(*store.getValueOperand()->getType());
  return type && type->getNumElements() == 3 && type->getElementType()->isIntegerTy(8);
}

void separate(llvm::StoreInst& store) {
  Builder builder(&store);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value* byte = builder.CreateExtractElement(store.getValueOperand(), i);
    llvm::Value* place =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), store.getPointerOperand(), i);
    builder
        .CreateAlignedStore(byte, place, llvm::commonAlignment(store.getAlign(), i),
                            store.isVolatile())
        ->copyMetadata(store, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
  }
  store.eraseFromParent();
}

bool isNoZero(const llvm::Value& value) {
  const llvm::APFloat* number = nullptr;
  return match(&value, llvm::PatternMatch::m_APFloat(number)) && number->isNonZero();
}

// LLVM looks at the signs of zeros for comparisons with equality only.
bool becomesExtremum(llvm::SelectInst& select) {
  if (!select.getType()->isFPOrFPVectorTy() || select.hasNoSignedZeros()) return false;
  if (isNoZero(*select.getTrueValue()) || isNoZero(*select.getFalseValue())) return false;
  llvm::Value *left = nullptr, *right = nullptr;
  const auto flavor = llvm::matchSelectPattern(&select, left, right).Flavor;
  return flavor == llvm::SPF_FMINNUM || flavor == llvm::SPF_FMAXNUM;
}

bool isAtomicOfFloats(const llvm::Instruction& instruction) {
  const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  return atomic && atomic->isFloatingPointOperation();
}

void loopWithExchange(llvm::IRBuilderBase& builder, llvm::Value* place, llvm::Value* expected,
                      llvm::Value* wanted, llvm::Align align, llvm::AtomicOrdering order,
                      llvm::SyncScope::ID scope, llvm::Value*& succeeded, llvm::Value*& found) {
  llvm::Type* type = wanted->getType();
  llvm::Type* bits = builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue());
  llvm::Value* pair = builder.CreateAtomicCmpXchg(
      place, builder.CreateBitCast(expected, bits), builder.CreateBitCast(wanted, bits), align,
      order, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
  found = builder.CreateBitCast(builder.CreateExtractValue(pair, 0), type);
  succeeded = builder.CreateExtractValue(pair, 1);
}

bool separate(llvm::Instruction& instruction) {
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    if (!becomesExtremum(*select)) return false;
    Builder builder(select);
    select->setCondition(builder.CreateFreeze(select->getCondition()));
    return true;
  }
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store && isOfThreeBytes(*store)) {
    separate(*store);
    return true;
  }
  if (!roundsTwice(instruction)) return false;
  separate(llvm::cast<llvm::CastInst>(instruction));
  return true;
}

}  // namespace

llvm::PreservedAnalyses SeparateResultsPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  if (!needsSeparateResults(module)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  llvm::SmallVector<llvm::AtomicRMWInst*> atomics;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (isAtomicOfFloats(instruction))
        atomics.push_back(llvm::cast<llvm::AtomicRMWInst>(&instruction));
  for (llvm::AtomicRMWInst* atomic : atomics)
    changed |= llvm::expandAtomicRMWToCmpXchg(atomic, loopWithExchange);
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      changed |= separate(instruction);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
