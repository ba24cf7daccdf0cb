// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-indices: `a[row * n + k]` with 32-bit numbers that may wrap extends its index in each
// iteration. The object is small, so the index of an access that each iteration makes does not
// wrap: it would leave the object by 2^31 elements or more. Then the address is one that grows by a
// constant number of bytes.
#include "compiler/codegen/passes.h"
#include "compiler/ir/small_objects.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <vector>

namespace lanewise {
namespace {

using llvm::SCEV;

// The loop of an access that each iteration makes.
const llvm::Loop* loopOf(const llvm::Instruction& access, const llvm::LoopInfo& loops,
                         const llvm::DominatorTree& dominators) {
  const llvm::Loop* loop = loops.getLoopFor(access.getParent());
  if (!loop || !loop->getLoopPreheader() || !loop->getLoopLatch()) return nullptr;
  return dominators.dominates(access.getParent(), loop->getLoopLatch()) ? loop : nullptr;
}

// The extension of 32 bits that an address depends on, besides what is the same in all iterations;
// null if that is not all. Two indices could wrap and stay in the object together.
llvm::CastInst* extensionOf(const llvm::Value& pointer, const llvm::Loop& loop) {
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  if (!address) return nullptr;
  const auto changes = [&](const llvm::Value* operand) { return !loop.isLoopInvariant(operand); };
  const auto* found = llvm::find_if(address->operands(), changes);
  if (found == address->op_end() || std::any_of(found + 1, address->op_end(), changes))
    return nullptr;
  if (found == address->op_begin()) return extensionOf(**found, loop);
  auto* extension = llvm::dyn_cast<llvm::CastInst>(*found);
  return extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) &&
                 extension->getSrcTy()->isIntegerTy(32) && extension->getDestTy()->isIntegerTy(64)
             ? extension
             : nullptr;
}

struct Access {
  llvm::Instruction* access;
  llvm::GetElementPtrInst* address;
  llvm::CastInst* extension;
  const llvm::SCEVAddRecExpr* index = nullptr;  // what is extended
  llvm::Value* wide = nullptr;                  // what replaces the extension
};

// Whether the addresses are the same but for their indices.
bool haveSameForm(const llvm::Value& first, const llvm::Value& firstIndex,
                  const llvm::Value& second, const llvm::Value& secondIndex) {
  if (&first == &second) return true;
  if (&first == &firstIndex) return &second == &secondIndex;
  const auto* one = llvm::dyn_cast<llvm::GetElementPtrInst>(&first);
  const auto* other = llvm::dyn_cast<llvm::GetElementPtrInst>(&second);
  return one && other && one->getSourceElementType() == other->getSourceElementType() &&
         one->getNumOperands() == other->getNumOperands() &&
         llvm::all_of_zip(one->operands(), other->operands(),
                          [&](const llvm::Value* a, const llvm::Value* b) {
                            return haveSameForm(*a, firstIndex, *b, secondIndex);
                          });
}

// Accesses of a function in the order of the program.
class Writer {
 public:
  Writer(llvm::Function& function, llvm::ScalarEvolution& evolution,
         const llvm::DominatorTree& dominators)
      : evolution_(evolution),
        dominators_(dominators),
        expander_(evolution, function.getParent()->getDataLayout(), "wide") {}

  bool write(Access access, const llvm::Loop& loop) {
    access.index =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(access.extension->getOperand(0)));
    if (!access.index || access.index->getLoop() != &loop || !access.index->isAffine())
      return false;
    access.wide = besides(access);
    if (!access.wide) {
      const SCEV* wide = wideIndex(access);
      if (!expander_.isSafeToExpandAt(wide, access.access)) return false;
      access.wide = expander_.expandCodeFor(wide, wide->getType(), access.access);
      written_.push_back(access);
    }
    access.access->replaceUsesOfWith(access.address, copyOf(*access.address, access));
    return true;
  }

 private:
  // Steps of numbers without sign, too, are less than half of their range, or backwards.
  const SCEV* wideIndex(const Access& access) {
    llvm::Type* type = access.extension->getType();
    const SCEV* first = access.index->getStart();
    first = llvm::isa<llvm::ZExtInst>(access.extension) ? evolution_.getZeroExtendExpr(first, type)
                                                        : evolution_.getSignExtendExpr(first, type);
    const SCEV* step =
        evolution_.getSignExtendExpr(access.index->getStepRecurrence(evolution_), type);
    return evolution_.getAddRecExpr(first, step, access.index->getLoop(), SCEV::FlagAnyWrap);
  }

  // The index as that of an access in front and a constant: in one object, they differ by less than
  // 2^31.
  llvm::Value* besides(const Access& access) {
    for (const Access& other : written_) {
      if (other.index->getLoop() != access.index->getLoop() ||
          !haveSameForm(*other.address, *other.extension, *access.address, *access.extension) ||
          !dominators_.dominates(other.access, access.access))
        continue;
      const auto* distance =
          llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(access.index, other.index));
      if (!distance) continue;
      llvm::IRBuilder<> builder(access.access);
      return builder.CreateAdd(
          other.wide,
          llvm::ConstantInt::getSigned(builder.getInt64Ty(), distance->getAPInt().getSExtValue()));
    }
    return nullptr;
  }

  // In front of the access, with its wide index.
  llvm::Value* copyOf(llvm::GetElementPtrInst& address, const Access& access) {
    llvm::Instruction* copy = address.clone();
    if (llvm::is_contained(copy->operands(), access.extension)) {
      copy->replaceUsesOfWith(access.extension, access.wide);
    } else {
      auto* base = llvm::cast<llvm::GetElementPtrInst>(address.getPointerOperand());
      copy->setOperand(0, copyOf(*base, access));
    }
    copy->insertBefore(access.access);
    return copy;
  }

  llvm::ScalarEvolution& evolution_;
  const llvm::DominatorTree& dominators_;
  llvm::SCEVExpander expander_;
  std::vector<Access> written_;
};

}  // namespace

llvm::PreservedAnalyses WidenIndicesPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  std::vector<std::pair<Access, const llvm::Loop*>> accesses;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function))
    for (llvm::Instruction& access : *block) {
      llvm::Value* address = addressInSmallObject(access);
      const llvm::Loop* loop = address ? loopOf(access, loops, dominators) : nullptr;
      if (llvm::CastInst* extension = loop ? extensionOf(*address, *loop) : nullptr)
        accesses.push_back(
            {{&access, llvm::cast<llvm::GetElementPtrInst>(address), extension}, loop});
    }
  if (accesses.empty()) return llvm::PreservedAnalyses::all();

  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  Writer writer(function, evolution, dominators);
  bool changed = false;
  for (const auto& [access, loop] : accesses) changed |= writer.write(access, *loop);
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
