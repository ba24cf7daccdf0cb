// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-masks: where masks are numbers in vector registers, those that several blocks use become
// numbers of the width of what they select, all bits of which are those of the mask. LLVM keeps a
// mask between blocks in a byte for each lane, which each block packs and unpacks; so does each
// operation with another operand than a comparison. Masks whose parts belong to the registers of an
// access (expand-masked-accesses) become numbers, too.
//
// Operations on masks, and phis of them, belong together with those that they use: a component. All
// masks of a component get the same width if one of them is used in these ways.
#include "compiler/contract/pass.h"
#include "compiler/target/mask_registers.h"
#include "compiler/target/processor.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/ConstantFold.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace lanewise {

/// Ensures: on processors without mask registers, masks that several blocks use, and operations on
/// others than comparisons, are integers as wide as what they select, if those fit in two
/// registers. Why here: passes of LLVM know masks.
FUNCTION_PASS(WidenMasksPass);

namespace {

using namespace llvm::PatternMatch;

using Builder = llvm::IRBuilder<>;

constexpr unsigned kFewestLanes = 4;

bool isMask(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type && type->getElementType()->isIntegerTy(1) && type->getNumElements() >= kFewestLanes &&
         llvm::isPowerOf2_32(type->getNumElements());
}

// A mask that is computed from masks only, lane by lane.
bool isOperation(const llvm::Value& value) {
  if (!isMask(value)) return false;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&value))
    return isMask(*select->getCondition());
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return llvm::isa<llvm::PHINode>(value) || (operation && operation->isBitwiseLogicOp());
}

// A mask for one register of an access, whose elements are those of another mask in some order.
bool isPart(const llvm::Value& value) {
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&value);
  return shuffle && isMask(value) && isMask(*shuffle->getOperand(0)) &&
         (match(shuffle->getOperand(1), m_Zero()) ||
          llvm::isa<llvm::UndefValue>(shuffle->getOperand(1)));
}

bool isComparison(const llvm::Value* mask) { return llvm::isa<llvm::CmpInst>(mask); }

// The bits of each lane of a vector; 0: not one of lanes as long as those of a register.
unsigned widthOf(const llvm::Value& vector, unsigned lanes) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector.getType());
  if (!type || type->getNumElements() != lanes) return 0;
  const unsigned bits = type->getScalarSizeInBits();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits : 0;
}

class Component {
 public:
  void add(llvm::Instruction& mask) {
    masks_.push_back(&mask);
    isJoined_ |= isOperation(mask) && !llvm::all_of(mask.operands(), isComparison);
    if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&mask))
      count(widthOf(*comparison->getOperand(0), lanesOf(mask)));
    for (const llvm::User* user : mask.users()) {
      const auto& instruction = *llvm::cast<llvm::Instruction>(user);
      crosses_ |= llvm::isa<llvm::PHINode>(mask) || instruction.getParent() != mask.getParent();
      countUse(instruction, lanesOf(mask));
      if (!isPart(instruction)) continue;
      isCut_ = true;
      for (const llvm::User* access : instruction.users())
        countUse(*llvm::cast<llvm::Instruction>(access), lanesOf(instruction));
    }
  }

  llvm::ArrayRef<llvm::Instruction*> masks() const { return masks_; }
  // Whether other blocks use one of the masks, registers of an access have parts of it, or an
  // operation has another operand than a comparison.
  bool areWorthIt() const { return crosses_ || isCut_ || isJoined_; }

  // The width that most instructions have; null: no one, or more than `mostBits` for all lanes.
  llvm::FixedVectorType* type(uint64_t mostBits) const {
    const auto* most = llvm::max_element(counts_);
    if (*most == 0) return nullptr;
    const unsigned bits = 8U << (most - counts_.begin());
    const unsigned lanes = lanesOf(*masks_.front());
    if (uint64_t{bits} * lanes > mostBits) return nullptr;
    return llvm::FixedVectorType::get(llvm::IntegerType::get(masks_.front()->getContext(), bits),
                                      lanes);
  }

 private:
  static unsigned lanesOf(const llvm::Value& mask) {
    return llvm::cast<llvm::FixedVectorType>(mask.getType())->getNumElements();
  }

  void countUse(const llvm::Instruction& user, unsigned lanes) {
    if (isOperation(user)) return;
    if (llvm::isa<llvm::SelectInst>(user)) count(widthOf(user, lanes));
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
    if (!call) return;
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) count(widthOf(*call, lanes));
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_store)
      count(widthOf(*call->getArgOperand(0), lanes));
  }

  void count(unsigned bits) {
    if (bits != 0) ++counts_[llvm::Log2_32(bits / 8)];
  }

  std::vector<llvm::Instruction*> masks_;
  std::array<unsigned, 4> counts_{};  // instructions with elements of 8, 16, 32 and 64 bits
  bool crosses_ = false, isCut_ = false, isJoined_ = false;
};

using Blocks = llvm::ReversePostOrderTraversal<llvm::Function*>;

std::vector<Component> componentsOf(Blocks& blocks) {
  llvm::EquivalenceClasses<llvm::Instruction*> classes;
  std::vector<llvm::Instruction*> masks;
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block) {
      if (!isMask(instruction) || isPart(instruction)) continue;
      masks.push_back(&instruction);
      classes.insert(&instruction);
      if (!isOperation(instruction)) continue;
      for (llvm::Value* operand : instruction.operands())
        if (auto* mask = llvm::dyn_cast<llvm::Instruction>(operand); mask && !isPart(*mask))
          classes.unionSets(&instruction, mask);
    }
  llvm::MapVector<llvm::Instruction*, Component> components;
  for (llvm::Instruction* mask : masks) components[classes.getLeaderValue(mask)].add(*mask);
  std::vector<Component> result;
  for (auto& [leader, component] : components)
    if (component.areWorthIt()) result.push_back(std::move(component));
  return result;
}

// Rewrites one component.
class Numbers {
 public:
  Numbers(llvm::FixedVectorType* type, uint64_t registerBits, llvm::BasicBlock& entry)
      : type_(type), registerBits_(registerBits), entry_(entry) {}

  void replace(llvm::ArrayRef<llvm::Instruction*> masks) {
    for (llvm::Instruction* mask : masks)
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(mask))
        numbers_[phi] = Builder(phi).CreatePHI(type_, phi->getNumIncomingValues());
    for (llvm::Instruction* mask : masks)
      if (!llvm::isa<llvm::PHINode>(mask))
        numbers_[mask] = isOperation(*mask) ? operate(*mask) : extend(*mask);
    for (llvm::Instruction* mask : masks)
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(mask))
        for (auto [value, block] : llvm::zip(phi->incoming_values(), phi->blocks()))
          llvm::cast<llvm::PHINode>(numbers_[phi])->addIncoming(of(*value), block);
    for (llvm::Instruction* mask : masks) replaceUses(*mask);
    const auto operations = llvm::to_vector(
        llvm::make_filter_range(masks, [](const auto* mask) { return isOperation(*mask); }));
    for (llvm::Instruction* operation : operations) operation->dropAllReferences();
    for (llvm::Instruction* operation : operations) operation->eraseFromParent();
  }

 private:
  llvm::Value* of(llvm::Value& mask) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(&mask))
      if (llvm::Value* folded =
              llvm::ConstantFoldCastInstruction(llvm::Instruction::SExt, constant, type_))
        return folded;
    llvm::Value*& number = numbers_[&mask];
    return number ? number : number = extend(mask);
  }

  llvm::Value* extend(llvm::Value& mask) const {
    // Arguments, and constants that are expressions, at the begin.
    auto* definition = llvm::dyn_cast<llvm::Instruction>(&mask);
    Builder builder(&*(definition ? *definition->getInsertionPointAfterDef()
                                  : entry_.getFirstNonPHIOrDbgOrAlloca()));
    if (llvm::Value* all = llvm::getSplatValue(&mask))
      return builder.CreateVectorSplat(type_->getElementCount(),
                                       builder.CreateSExt(all, type_->getElementType()));
    return builder.CreateSExt(&mask, type_);
  }

  // On both sides of a branch, the lanes of a mask that have a condition, and those that have not:
  // one side has what the other one leaves of the mask.
  llvm::Value* operate(llvm::Instruction& mask) {
    llvm::Value *all = nullptr, *condition = nullptr;
    if (!match(&mask, m_LogicalAnd(m_Value(all), m_Value(condition)))) return combine(mask);
    const bool isOpposite = match(condition, m_Not(m_Value(condition)));
    const auto side = [&](bool ofOpposite) -> llvm::Value*& {
      return sides_[{mask.getParent(), all, condition, ofOpposite}];
    };
    llvm::Value* other = side(!isOpposite);
    return side(isOpposite) = other ? Builder(&mask).CreateXor(of(*all), other) : combine(mask);
  }

  llvm::Value* combine(llvm::Instruction& mask) {
    Builder builder(&mask);
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&mask))
      return builder.CreateBinOp(operation->getOpcode(), of(*mask.getOperand(0)),
                                 of(*mask.getOperand(1)));
    auto& select = llvm::cast<llvm::SelectInst>(mask);
    llvm::Value *condition = of(*select.getCondition()), *yes = of(*select.getTrueValue()),
                *no = of(*select.getFalseValue());
    // A lane of the operand may be poison where the condition leaves it out.
    if (match(no, m_Zero())) return builder.CreateAnd(condition, builder.CreateFreeze(yes));
    if (match(yes, m_AllOnes())) return builder.CreateOr(condition, builder.CreateFreeze(no));
    return builder.CreateSelect(test(builder, condition), yes, no);
  }

  static llvm::Value* test(Builder& builder, llvm::Value* number) {
    return builder.CreateICmpSLT(number, llvm::Constant::getNullValue(number->getType()));
  }

  // Whether all users of the bits ask for any, or for all: registers are combined for that.
  bool compareBits(llvm::BitCastInst& bits, llvm::Value& number) {
    const auto isTest = [&](const llvm::User* user) {
      const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
      return comparison && comparison->isEquality() &&
             (match(comparison->getOperand(1), m_Zero()) ||
              match(comparison->getOperand(1), m_AllOnes()));
    };
    if (!bits.getType()->isIntegerTy() || !llvm::all_of(bits.users(), isTest)) return false;
    for (llvm::User* user : llvm::make_early_inc_range(bits.users())) {
      auto& comparison = *llvm::cast<llvm::ICmpInst>(user);
      Builder builder(&bits);
      const bool forAll = match(comparison.getOperand(1), m_AllOnes());
      llvm::Value* one =
          inOneRegister(builder, &number, forAll ? llvm::Instruction::And : llvm::Instruction::Or);
      llvm::Value* few = builder.CreateBitCast(
          test(builder, one),
          builder.getIntNTy(llvm::cast<llvm::FixedVectorType>(one->getType())->getNumElements()));
      comparison.setOperand(1, forAll ? llvm::Constant::getAllOnesValue(few->getType())
                                      : llvm::Constant::getNullValue(few->getType()));
      comparison.setOperand(0, few);
    }
    bits.eraseFromParent();
    return true;
  }

  // Its halves, until one register is left.
  llvm::Value* inOneRegister(Builder& builder, llvm::Value* number,
                             llvm::Instruction::BinaryOps operation) const {
    for (int lanes = static_cast<int>(type_->getNumElements());
         number->getType()->getPrimitiveSizeInBits() > registerBits_; lanes /= 2) {
      llvm::Value* low =
          builder.CreateShuffleVector(number, llvm::to_vector(llvm::seq(0, lanes / 2)));
      llvm::Value* high =
          builder.CreateShuffleVector(number, llvm::to_vector(llvm::seq(lanes / 2, lanes)));
      number = builder.CreateBinOp(operation, low, high);
    }
    return number;
  }

  static void cut(llvm::ShuffleVectorInst& part, llvm::Value& number) {
    Builder builder(&part);
    llvm::Value* behind = llvm::isa<llvm::UndefValue>(part.getOperand(1))
                              ? llvm::PoisonValue::get(number.getType())
                              : llvm::Constant::getNullValue(number.getType());
    part.replaceAllUsesWith(
        test(builder, builder.CreateShuffleVector(&number, behind, part.getShuffleMask())));
    part.eraseFromParent();
  }

  // By instructions that are no operations on masks.
  void replaceUses(llvm::Instruction& mask) {
    llvm::SmallDenseMap<llvm::BasicBlock*, llvm::Value*> tests;
    for (llvm::Use& use : llvm::make_early_inc_range(mask.uses())) {
      auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
      llvm::BasicBlock& block = *user.getParent();
      if (isPart(user)) {
        cut(llvm::cast<llvm::ShuffleVectorInst>(user), *numbers_[&mask]);
        continue;
      }
      if (isOperation(user) || (&block == mask.getParent() && !isOperation(mask))) continue;
      llvm::Value* number = numbers_[&mask];
      if (auto* bits = llvm::dyn_cast<llvm::BitCastInst>(&user);
          bits && compareBits(*bits, *number))
        continue;
      llvm::Value*& tested = tests[&block];
      if (!tested) {
        auto* definition = llvm::dyn_cast<llvm::Instruction>(number);
        Builder builder(&block, definition && definition->getParent() == &block
                                    ? *definition->getInsertionPointAfterDef()
                                    : block.getFirstInsertionPt());
        tested = test(builder, number);
      }
      use.set(tested);
    }
  }

  llvm::FixedVectorType* type_;
  const uint64_t registerBits_;
  llvm::BasicBlock& entry_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> numbers_;
  using Side = std::tuple<llvm::BasicBlock*, llvm::Value*, llvm::Value*, bool>;
  std::map<Side, llvm::Value*> sides_;
};

}  // namespace

llvm::PreservedAnalyses WidenMasksPass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  if (hasMaskRegisters(target, function.getContext())) return llvm::PreservedAnalyses::all();
  const uint64_t registerBits =
      target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  const double mostBits =
      processorOf(*function.getParent()).registersOfMask * static_cast<double>(registerBits);
  bool changed = llvm::EliminateUnreachableBlocks(function);
  Blocks blocks(&function);
  for (const Component& component : componentsOf(blocks)) {
    llvm::FixedVectorType* type = component.type(static_cast<uint64_t>(mostBits));
    if (!type) continue;
    Numbers(type, registerBits, function.getEntryBlock()).replace(component.masks());
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
