// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// combine-instructions: LLVM's instcombine without three of its mistakes (LLVM 19). A fourth one
// has an attribute of functions against it (compiler/ir/function_attributes.h).
//
// `m = x > 1 ? 1 : x; r = m < 1 ? m : 1;`: it takes the second choice for a repetition of the first
// one and drops it, although only the first one lets NaN pass (foldSPFofSPF). The same holds for
// the signs of zeros. It looks for a comparison of a number that is also an arm, so comparisons of
// what was chosen before see the number through a fence. instcombine itself makes such choices from
// other forms, such as comparisons in double and operations on bits.
//
// `double r = x < 0 ? 0 : x;` of a float: it chooses the float and converts that, and takes 0 for
// -0, which r must be. Comparisons with 0 that may choose a number of another type get a fence,
// too.
//
// Constants that it cuts come back (restore-constants).
#include "compiler/ir/preserved_analyses.h"
#include "compiler/lower/passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>

namespace lanewise {
namespace {

using llvm::FCmpInst;
using llvm::Instruction;

constexpr unsigned kMostOperations = 32;  // behind a comparison
constexpr unsigned kMostScanned = 8;      // in front of a load: instcombine looks at 6

/// Numbers that instcombine may put in place of others, each once.
class Numbers {
 public:
  explicit Numbers(const llvm::Value& first) { add(first); }
  void add(const llvm::Value& number) {
    if (llvm::isa<Instruction>(number)) queue_.insert(llvm::cast<Instruction>(&number));
  }
  void addOperands(const Instruction& operation) {
    for (const llvm::Use& operand : operation.operands()) add(*operand);
  }
  /// instcombine replaces a load by the number that was stored.
  void addStored(const Instruction& load) {
    const Instruction* before = &load;
    for (unsigned i = 0; i < kMostScanned; ++i) {
      before = before->getPrevNonDebugInstruction();
      if (!before) return;
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(before))
        add(*store->getValueOperand());
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(before);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store)
        add(*call->getArgOperand(0));
    }
  }
  const Instruction* next() { return position_ < queue_.size() ? queue_[position_++] : nullptr; }
  bool areTooMany() const { return queue_.size() > kMostOperations; }

 private:
  llvm::SmallSetVector<const Instruction*, kMostOperations> queue_;
  unsigned position_ = 0;
};

// Whether the number is a choice, or instcombine may make one of it: it drops operations without an
// effect, loads, and phis of which one number is left.
bool mayBeChoice(const llvm::Value& number) {
  Numbers numbers(number);
  while (const Instruction* operation = numbers.next()) {
    if (numbers.areTooMany()) return true;
    switch (operation->getOpcode()) {
      case Instruction::Select:
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor: return true;
      case Instruction::SIToFP:
      case Instruction::UIToFP: break;
      case Instruction::Call:
        if (!llvm::isa<llvm::IntrinsicInst>(operation)) break;
        [[fallthrough]];
      default:
        if (operation->mayReadFromMemory())
          numbers.addStored(*operation);
        else
          numbers.addOperands(*operation);
    }
  }
  return false;
}

// What fenced() puts behind the fence.
llvm::Value& fencedPart(llvm::Value& number) {
  auto* operation = llvm::dyn_cast<Instruction>(&number);
  const bool stays = operation && (operation->getOpcode() == Instruction::FPExt ||
                                   operation->getOpcode() == Instruction::FNeg);
  return stays ? fencedPart(*operation->getOperand(0)) : number;
}

bool isZero(const llvm::Use& operand) {
  return llvm::PatternMatch::match(operand.get(), llvm::PatternMatch::m_AnyZeroFP());
}

// Whether what the comparison chooses may be of another type than what it compares.
bool mayChooseConverted(const FCmpInst& comparison) {
  const llvm::Type* type = comparison.getOperand(0)->getType();
  return llvm::any_of(comparison.users(), [&](const llvm::User* user) {
    return llvm::isa<llvm::SelectInst>(user) ? user->getType() != type
                                             : !llvm::isa<llvm::BranchInst>(user);
  });
}

// Extensions and signs stay with the comparison: instcombine compares the smaller number.
llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* number) {
  if (number == &fencedPart(*number))
    return builder.CreateArithmeticFence(number, number->getType());
  auto* operation = llvm::cast<Instruction>(number);
  Instruction* copy = operation->clone();
  copy->setOperand(0, fenced(builder, operation->getOperand(0)));
  return builder.Insert(copy, operation->getName());
}

// NaN and equality are not what the mistake needs, and branches choose no number.
bool mayChooseAgain(const FCmpInst& comparison) {
  return comparison.isRelational() && comparison.getPredicate() != FCmpInst::FCMP_ORD &&
         comparison.getPredicate() != FCmpInst::FCMP_UNO &&
         !llvm::all_of(comparison.users(), llvm::IsaPred<llvm::BranchInst>);
}

// Returns whether there is a fence.
bool fenceChoices(llvm::Function& function) {
  bool changed = false;
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* comparison = llvm::dyn_cast<FCmpInst>(&instruction);
    if (!comparison || !mayChooseAgain(*comparison)) continue;
    llvm::IRBuilder<> builder(comparison);
    const bool converted =
        llvm::any_of(comparison->operands(), isZero) && mayChooseConverted(*comparison);
    for (llvm::Use& operand : comparison->operands())
      if (!llvm::isa<llvm::Constant>(operand) && (converted || mayBeChoice(*operand))) {
        operand.set(fenced(builder, operand));
        changed = true;
      }
  }
  return changed;
}

void dropFences(llvm::Function& function) {
  for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::arithmetic_fence) continue;
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

}  // namespace

CombineInstructionsPass::CombineInstructionsPass() {
  passes_.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
  passes_.addPass(RestoreConstantsPass());
}

llvm::PreservedAnalyses CombineInstructionsPass::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  const bool hasFences = fenceChoices(function);
  llvm::PreservedAnalyses preserved = passes_.run(function, analyses);
  if (!hasFences) return preserved;
  dropFences(function);
  preserved.intersect(preservesControlFlow());
  return preserved;
}

}  // namespace lanewise
