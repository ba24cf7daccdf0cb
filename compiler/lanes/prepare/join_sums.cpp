// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// join-sums: a work-item that computes 4 x 4 adjacent elements of a product of matrices multiplies
// the elements of a loaded vector by one number, and adds the products to sums of their own. As an
// operation of OpenCL vectors this needs no shuffle, because vectors of lanes can have the order of
// memory (known/vector_order.h). Sums one by one need the elements of all lanes side by side.
//
// Follows what is made of the elements of a load: a pack has the same operation for each element.
// Phis of a loop become a pack where a pack adds to them. Packs whose operands are no packs are
// dropped, and nothing is changed if an element would be taken out of a vector in the loop.
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/known/lane_facts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: sums of
/// adjacent elements in a loop are sums of OpenCL vectors where all operations are. Why here:
/// join-accesses has made vectors of loads and stores.
FUNCTION_PASS(JoinSumsPass);

namespace {

using llvm::Instruction;
using Scalars = llvm::SmallVector<llvm::Value*, 4>;

constexpr size_t kMostPacks = 256;

bool isJoinable(const Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call)
    return call->getIntrinsicID() == llvm::Intrinsic::fmuladd ||
           call->getIntrinsicID() == llvm::Intrinsic::fma;
  switch (instruction.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FNeg:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul: return true;
    default: return false;
  }
}

bool isSameOperation(const Instruction& a, const Instruction& b) {
  return a.getParent() == b.getParent() && a.isSameOperationAs(&b) &&
         a.hasSameSubclassOptionalData(&b);
}

// The operands that are values: not the function of a call.
unsigned operandCount(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call ? call->arg_size() : instruction.getNumOperands();
}

class Packs {
 public:
  Packs(llvm::LoadInst& load, const llvm::LoopInfo& loops)
      : load_(load),
        count_(llvm::cast<llvm::FixedVectorType>(load.getType())->getNumElements()),
        loops_(loops),
        depth_(loops.getLoopDepth(load.getParent())) {}

  /// Whether all that the loop makes of the elements are packs, and sums are among them.
  bool collect() {
    if (depth_ == 0 || !collectElements()) return false;
    for (size_t i = 0; i < packs_.size(); ++i) {
      for (llvm::User* user : llvm::SmallVector<llvm::User*>(packs_[i].scalars[0]->users()))
        follow(*llvm::cast<Instruction>(user), i);
      if (packs_.size() > kMostPacks) return false;
    }
    while (dropInvalid()) {
    }
    return hasSum() &&
           llvm::all_of(packs_, [&](const Pack& pack) { return mayBecomeVector(pack); });
  }

  void write();

 private:
  struct Pack {
    Scalars scalars;
    bool isValid = true;
    llvm::Value* vector = nullptr;
    Instruction& first() const { return *llvm::cast<Instruction>(scalars[0]); }
  };
  struct Place {
    size_t pack;
    unsigned element;
    bool operator==(const Place&) const = default;
  };

  std::optional<Place> placeOf(const llvm::Value& value) const {
    const auto found = places_.find(&value);
    if (found == places_.end() || !packs_[found->second.pack].isValid) return std::nullopt;
    return found->second;
  }

  void add(const Scalars& scalars) {
    for (unsigned i = 0; i < count_; ++i) places_[scalars[i]] = {packs_.size(), i};
    packs_.push_back({scalars});
  }

  // One extraction of each element, and no other use.
  bool collectElements() {
    Scalars elements(count_);
    for (llvm::User* user : load_.users()) {
      auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(user);
      const auto* number =
          element ? llvm::dyn_cast<llvm::ConstantInt>(element->getIndexOperand()) : nullptr;
      if (!number || number->getZExtValue() >= count_ || elements[number->getZExtValue()])
        return false;
      elements[number->getZExtValue()] = element;
    }
    if (llvm::is_contained(elements, nullptr)) return false;
    add(elements);
    return true;
  }

  // Whether b may be for one element what a is for the first one. Phis of a loop may become a pack.
  bool corresponds(const llvm::Value& a, const llvm::Value& b, unsigned element) const {
    const std::optional<Place> first = placeOf(a), other = placeOf(b);
    if (first || other)
      return first && other && first->element == 0 && *other == Place{first->pack, element};
    if (&a == &b) return true;
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(&a), *next = llvm::dyn_cast<llvm::PHINode>(&b);
    return phi && next && phi->getParent() == next->getParent();
  }

  bool matches(const Instruction& first, const Instruction& next, const Pack& pack,
               unsigned element) const {
    if (!isSameOperation(first, next)) return false;
    for (unsigned i = 0; i < operandCount(first); ++i) {
      const llvm::Value &a = *first.getOperand(i), &b = *next.getOperand(i);
      // What other paths bring to a phi is known later.
      const bool isOfPack = &a == pack.scalars[0];
      if (llvm::isa<llvm::PHINode>(first) ? isOfPack && &b != pack.scalars[element]
                                          : !corresponds(a, b, element))
        return false;
    }
    return true;
  }

  // Adds the pack of the user of a pack's first element, and those of phis that it adds to.
  void follow(Instruction& user, size_t number) {
    if (!isJoinable(user) || placeOf(user)) return;
    const Pack pack = packs_[number];
    Scalars users{&user};
    for (unsigned element = 1; element < count_; ++element)
      for (llvm::User* next : pack.scalars[element]->users())
        if (users.size() == element && !placeOf(*next) && !llvm::is_contained(users, next) &&
            matches(user, *llvm::cast<Instruction>(next), pack, element))
          users.push_back(next);
    if (users.size() != count_) return;
    add(users);
    if (llvm::isa<llvm::PHINode>(user)) return;
    for (unsigned i = 0; i < operandCount(user); ++i) {
      Scalars operands;
      for (llvm::Value* scalar : users) {
        llvm::Value* operand = llvm::cast<Instruction>(scalar)->getOperand(i);
        if (llvm::isa<llvm::PHINode>(operand) && !placeOf(*operand) &&
            !llvm::is_contained(operands, operand))
          operands.push_back(operand);
      }
      if (operands.size() == count_) add(operands);
    }
  }

  Scalars operandsOf(const Pack& pack, unsigned number) const {
    Scalars operands;
    for (llvm::Value* scalar : pack.scalars) {
      auto& instruction = *llvm::cast<Instruction>(scalar);
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
      operands.push_back(phi ? phi->getIncomingValueForBlock(
                                   llvm::cast<llvm::PHINode>(pack.first()).getIncomingBlock(number))
                             : instruction.getOperand(number));
    }
    return operands;
  }

  bool isVector(const Scalars& operands) const {
    const std::optional<Place> first = placeOf(*operands[0]);
    for (unsigned i = 0; i < count_; ++i) {
      const std::optional<Place> place = placeOf(*operands[i]);
      if (first ? !place || *place != Place{first->pack, i} : place.has_value()) return false;
    }
    return first || llvm::all_equal(operands) ||
           llvm::all_of(operands, [](const llvm::Value* value) {
             return llvm::isa<llvm::ConstantFP, llvm::ConstantInt>(value);
           });
  }

  bool dropInvalid() {
    bool changed = false;
    for (Pack& pack : llvm::drop_begin(packs_)) {
      if (!pack.isValid) continue;
      for (unsigned i = 0; i < operandCount(pack.first()) && pack.isValid; ++i)
        pack.isValid = isVector(operandsOf(pack, i));
      changed |= !pack.isValid;
    }
    return changed;
  }

  bool hasSum() const {
    return llvm::any_of(packs_, [&](const Pack& pack) {
      return pack.isValid && llvm::isa<llvm::PHINode>(pack.first()) &&
             loops_.isLoopHeader(pack.first().getParent()) &&
             loops_.getLoopDepth(pack.first().getParent()) == depth_;
    });
  }

  // The vector that has the pack's elements in their order, or nullptr.
  llvm::InsertElementInst* wholeOf(const Pack& pack, llvm::User& user) const {
    llvm::Value* vector = &user;
    for (unsigned i = count_; i > 0; --i) {
      auto* insertion = llvm::dyn_cast<llvm::InsertElementInst>(vector);
      const auto* number =
          insertion ? llvm::dyn_cast<llvm::ConstantInt>(insertion->getOperand(2)) : nullptr;
      if (!number || number->getZExtValue() != i - 1 ||
          insertion->getOperand(1) != pack.scalars[i - 1] ||
          (i != count_ && !insertion->hasOneUse()))
        return nullptr;
      vector = insertion->getOperand(0);
    }
    auto& whole = llvm::cast<llvm::InsertElementInst>(user);
    return llvm::isa<llvm::UndefValue>(vector) && whole.getType() == load_.getType() ? &whole
                                                                                     : nullptr;
  }

  llvm::SmallVector<llvm::InsertElementInst*, 2> wholesOf(const Pack& pack) const {
    llvm::SmallVector<llvm::InsertElementInst*, 2> wholes;
    for (llvm::User* user : pack.scalars[count_ - 1]->users())
      if (llvm::InsertElementInst* whole = wholeOf(pack, *user)) wholes.push_back(whole);
    return wholes;
  }

  bool isInWhole(const llvm::User& user, llvm::ArrayRef<llvm::InsertElementInst*> wholes) const {
    return llvm::any_of(wholes, [&](llvm::InsertElementInst* whole) {
      for (llvm::Value* part = whole; llvm::isa<llvm::InsertElementInst>(part);
           part = llvm::cast<llvm::InsertElementInst>(part)->getOperand(0))
        if (part == &user) return true;
      return false;
    });
  }

  // Whether elements are taken out of it behind the loop of the load only. A phi would take them at
  // the end of a block before it, which may be the loop.
  bool mayBecomeVector(const Pack& pack) const {
    if (!pack.isValid) return true;
    const auto wholes = wholesOf(pack);
    for (const llvm::Value* scalar : pack.scalars)
      for (const llvm::User* user : scalar->users()) {
        const auto& instruction = *llvm::cast<Instruction>(user);
        if (placeOf(instruction) || isInWhole(instruction, wholes)) continue;
        if (llvm::isa<llvm::PHINode>(instruction) ||
            instruction.getParent() == pack.first().getParent() ||
            loops_.getLoopDepth(instruction.getParent()) >= depth_)
          return false;
      }
    return true;
  }

  Instruction& lastOf(const Pack& pack) const {
    Instruction* last = &pack.first();
    for (llvm::Value* scalar : pack.scalars)
      if (last->comesBefore(llvm::cast<Instruction>(scalar)))
        last = llvm::cast<Instruction>(scalar);
    return *last;
  }

  llvm::Value* vectorOf(llvm::IRBuilder<>& builder, const Scalars& operands);
  llvm::Value* operation(Pack& pack);
  void replaceUses(Pack& pack);

  llvm::LoadInst& load_;
  const unsigned count_;
  const llvm::LoopInfo& loops_;
  const unsigned depth_;
  std::vector<Pack> packs_;  // the first one: the elements of the load
  llvm::DenseMap<const llvm::Value*, Place> places_;
};

llvm::Value* Packs::vectorOf(llvm::IRBuilder<>& builder, const Scalars& operands) {
  if (const std::optional<Place> place = placeOf(*operands[0])) {
    Pack& pack = packs_[place->pack];
    if (!pack.vector) pack.vector = operation(pack);
    return pack.vector;
  }
  if (llvm::isa<llvm::Constant>(operands[0])) {
    llvm::SmallVector<llvm::Constant*, 4> constants;
    for (llvm::Value* operand : operands) constants.push_back(llvm::cast<llvm::Constant>(operand));
    return llvm::ConstantVector::get(constants);
  }
  return builder.CreateVectorSplat(count_, operands[0]);
}

// What takes the place of the last scalar.
llvm::Value* Packs::operation(Pack& pack) {
  Instruction& last = lastOf(pack);
  llvm::IRBuilder<> builder(&last);
  if (llvm::isa<llvm::PHINode>(last)) return builder.CreatePHI(load_.getType(), operandCount(last));
  Scalars operands;
  for (unsigned i = 0; i < operandCount(last); ++i)
    operands.push_back(vectorOf(builder, operandsOf(pack, i)));
  Instruction* vector = nullptr;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&last))
    vector = builder.CreateIntrinsic(call->getIntrinsicID(), {load_.getType()}, operands);
  else if (operands.size() == 1)
    vector = llvm::UnaryOperator::Create(Instruction::FNeg, operands[0], "", last.getIterator());
  else
    vector = llvm::BinaryOperator::Create(static_cast<Instruction::BinaryOps>(last.getOpcode()),
                                          operands[0], operands[1], "", last.getIterator());
  vector->copyIRFlags(&last);
  vector->setDebugLoc(last.getDebugLoc());
  return vector;
}

void Packs::replaceUses(Pack& pack) {
  for (llvm::InsertElementInst* whole : wholesOf(pack)) {
    whole->replaceAllUsesWith(pack.vector);
    for (auto* part = whole; part;) {
      auto* before = llvm::dyn_cast<llvm::InsertElementInst>(part->getOperand(0));
      part->eraseFromParent();
      part = before;
    }
  }
  for (unsigned i = 0; i < count_; ++i)
    for (llvm::Use& use : llvm::make_early_inc_range(pack.scalars[i]->uses())) {
      if (placeOf(*use.getUser())) continue;
      llvm::IRBuilder<> builder(llvm::cast<Instruction>(use.getUser()));
      use.set(builder.CreateExtractElement(pack.vector, uint64_t{i}));
    }
}

void Packs::write() {
  packs_[0].vector = &load_;
  for (Pack& pack : packs_)
    if (pack.isValid && !pack.vector) pack.vector = operation(pack);
  for (Pack& pack : packs_) {
    auto* phi = pack.isValid ? llvm::dyn_cast<llvm::PHINode>(pack.vector) : nullptr;
    if (!phi) continue;
    const auto& first = llvm::cast<llvm::PHINode>(pack.first());
    for (unsigned i = 0; i < first.getNumIncomingValues(); ++i) {
      llvm::IRBuilder<> builder(first.getIncomingBlock(i)->getTerminator());
      phi->addIncoming(vectorOf(builder, operandsOf(pack, i)), first.getIncomingBlock(i));
    }
  }
  for (Pack& pack : packs_)
    if (pack.isValid) replaceUses(pack);
  for (Pack& pack : packs_)
    if (pack.isValid)
      for (llvm::Value* scalar : pack.scalars) {
        scalar->replaceAllUsesWith(llvm::PoisonValue::get(scalar->getType()));
        llvm::cast<Instruction>(scalar)->eraseFromParent();
      }
}

// Loads of vectors that lie side by side for the lanes.
llvm::SmallVector<llvm::LoadInst*> candidates(llvm::Function& kernel, const Shapes& shapes) {
  llvm::SmallVector<llvm::LoadInst*> loads;
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (Instruction& instruction : llvm::instructions(kernel)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load || !load->isSimple() || !load->getType()->isVectorTy()) continue;
    const Step step = shapes.of(*load->getPointerOperand());
    const auto bytes =
        static_cast<int64_t>(layout.getTypeStoreSize(load->getType()).getFixedValue());
    if (step.kind == Step::Strided && step.stride == bytes) loads.push_back(load);
  }
  return loads;
}

}  // namespace

llvm::PreservedAnalyses JoinSumsPass::run(llvm::Function& kernel,
                                          llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  if (loops.empty()) return llvm::PreservedAnalyses::all();
  const LaneFacts& known = analyses.getResult<LaneFactsAnalysis>(kernel).of({mostLanes(kernel)});
  bool changed = false;
  for (llvm::LoadInst* load : candidates(kernel, known.shapes)) {
    Packs packs(*load, loops);
    if (!packs.collect()) continue;
    packs.write();
    changed = true;
  }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
