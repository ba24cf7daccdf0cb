// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// load-elements: a loaded vector whose elements are only taken out one by one, such as the indices
// of atomic operations, becomes loads of the elements. An element that comes out of a register
// takes twice the work and arrives later. Addresses that arrive late hold up the loads behind them:
// on Zen 4 a histogram takes up to 20 times as long.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstdint>

namespace lanewise {

/// Ensures: nothing; vectors that are loaded for their elements alone are loaded element by
/// element. Why here: no pass behind it joins loads, and scatters have become stores.
FUNCTION_PASS(LoadElementsPass);

namespace {

using namespace llvm::PatternMatch;

// Between the load and the first write that may change what it reads.
constexpr unsigned kMostSteps = 500;

// What processors do for one number with the load, or next to it.
bool isSimple(const llvm::Instruction& operation) {
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(operation)) return true;
  return match(&operation, m_LShr(m_Value(), m_ImmConstant())) ||
         match(&operation, m_And(m_Value(), m_ImmConstant()));
}

// An element, and the operations on the vector that it has behind it, the last one first.
struct Taken {
  llvm::ExtractElementInst* element;
  llvm::SmallVector<llvm::Instruction*, 2> operations;
};

class LoadedElements {
 public:
  explicit LoadedElements(llvm::LoadInst& load) : load_(load) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
    if (!type || !load.isSimple()) return;
    const unsigned bits = type->getScalarSizeInBits();
    bytes_ = bits / 8;
    areTakenOut_ = bits != 0 && bits % 8 == 0 && collect(load, {}) && !taken_.empty();
  }

  bool areTakenOut() const { return areTakenOut_; }

  bool areUnchanged(llvm::AAResults& aliases) const {
    llvm::SmallPtrSet<const llvm::Instruction*, 32> left;
    for (const Taken& taken : taken_) left.insert(taken.element);
    const llvm::MemoryLocation place = llvm::MemoryLocation::get(&load_);
    unsigned steps = 0;
    for (const llvm::Instruction* next = load_.getNextNode(); next; next = next->getNextNode()) {
      left.erase(next);
      if (left.empty()) return true;
      if (++steps > kMostSteps) return false;
      if (next->mayWriteToMemory() && llvm::isModSet(aliases.getModRefInfo(next, place)))
        return false;
    }
    return false;  // some are in other blocks
  }

  void load() {
    for (Taken& taken : taken_) {
      llvm::Value* value = loadOne(*taken.element);
      llvm::IRBuilder<> builder(taken.element);
      for (llvm::Instruction* operation : llvm::reverse(taken.operations))
        value = onOne(builder, *operation, *value, indexOf(*taken.element));
      taken.element->replaceAllUsesWith(value);
    }
    llvm::SmallVector<llvm::WeakTrackingVH> dead;
    for (const Taken& taken : taken_) dead.emplace_back(taken.element);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(dead);
  }

 private:
  static unsigned indexOf(const llvm::ExtractElementInst& element) {
    return static_cast<unsigned>(
        llvm::cast<llvm::ConstantInt>(element.getIndexOperand())->getZExtValue());
  }

  // A shuffle of elements is not made of loads.
  bool isNumber(const llvm::ExtractElementInst& element) const {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(element.getIndexOperand());
    return index &&
           index->getValue().ult(
               llvm::cast<llvm::FixedVectorType>(load_.getType())->getNumElements()) &&
           element.getParent() == load_.getParent() &&
           llvm::none_of(element.users(), llvm::IsaPred<llvm::InsertElementInst>);
  }

  bool collect(llvm::Instruction& value, llvm::SmallVector<llvm::Instruction*, 2> operations) {
    return llvm::all_of(value.users(), [&](llvm::User* user) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(instruction)) {
        if (!isNumber(*element)) return false;
        taken_.push_back({element, operations});
        return true;
      }
      if (!isSimple(*instruction) || operations.size() == kMostOperations) return false;
      auto longer = operations;
      longer.insert(longer.begin(), instruction);
      return collect(*instruction, longer);
    });
  }

  llvm::Value* loadOne(llvm::ExtractElementInst& element) {
    llvm::IRBuilder<> builder(&element);
    const uint64_t offset = uint64_t{bytes_} * indexOf(element);
    llvm::Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), load_.getPointerOperand(), offset);
    llvm::LoadInst* one = builder.CreateAlignedLoad(
        load_.getType()->getScalarType(), address, llvm::commonAlignment(load_.getAlign(), offset));
    one->copyMetadata(load_, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias,
                              llvm::LLVMContext::MD_invariant_load});
    return one;
  }

  static llvm::Value* onOne(llvm::IRBuilder<>& builder, const llvm::Instruction& operation,
                            llvm::Value& number, unsigned index) {
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&operation))
      return builder.CreateCast(cast->getOpcode(), &number, cast->getType()->getScalarType());
    const auto& binary = llvm::cast<llvm::BinaryOperator>(operation);
    return builder.CreateBinOp(
        binary.getOpcode(), &number,
        llvm::cast<llvm::Constant>(binary.getOperand(1))->getAggregateElement(index));
  }

  static constexpr size_t kMostOperations = 3;

  llvm::LoadInst& load_;
  unsigned bytes_ = 0;
  bool areTakenOut_ = false;
  llvm::SmallVector<Taken> taken_;
};

}  // namespace

llvm::PreservedAnalyses LoadElementsPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<llvm::LoadInst*> loads;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads.push_back(load);
  bool changed = false;
  for (llvm::LoadInst* load : loads) {
    LoadedElements elements(*load);
    if (!elements.areTakenOut() ||
        !elements.areUnchanged(analyses.getResult<llvm::AAManager>(function)))
      continue;
    elements.load();
    changed = true;
  }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
