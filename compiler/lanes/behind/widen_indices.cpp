// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-indices: `a[row * n + k]` with 32-bit numbers that may wrap extends its index in each
// iteration, and `a[i + n]` behind `a[i]` extends both. The object is small, so no index of two
// accesses wraps between them: it would leave the object by 2^31 elements or more. Then an address
// is that of another access and a number of bytes, or grows by a number of bytes.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/contract/small_objects.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanewise {

/// Ensures: nothing; marked accesses (compiler/contract/small_objects.h) have their addresses from
/// others in front, if the distance is constant or the same in all iterations, and addresses that
/// extend a 32-bit index in each iteration of a loop grow by a number of bytes instead. Why here:
/// what is the same in all iterations is in front of the loop.
FUNCTION_PASS(WidenIndicesPass);

namespace {

using llvm::SCEV;

// Accesses in front of one that are looked at.
constexpr unsigned kMostCompared = 32;
// Operations of an index. Sums with many operands take long to compare.
constexpr unsigned kMostOperations = 24;
// Distances in one loop, each of which occupies a register.
constexpr unsigned kMostDistances = 8;

struct Access {
  llvm::Instruction* access;
  llvm::GetElementPtrInst* address;
  llvm::CastInst* extension;    // from 32 bits, of an index of the address
  const SCEV* index = nullptr;  // what is extended
  llvm::Value* form = nullptr;  // the address as it is written now
};

llvm::CastInst* extensionOf(llvm::GetElementPtrInst& address) {
  for (llvm::Value* index : address.indices())
    if (auto* extension = llvm::dyn_cast<llvm::CastInst>(index);
        extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) &&
        extension->getSrcTy()->isIntegerTy(32) && extension->getDestTy()->isIntegerTy(64))
      return extension;
  auto* base = llvm::dyn_cast<llvm::GetElementPtrInst>(address.getPointerOperand());
  return base ? extensionOf(*base) : nullptr;
}

// `left`: how many operations to look at.
bool isShort(const llvm::Value& index, unsigned& left) {
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&index);
  if (!operation || !llvm::isa<llvm::BinaryOperator, llvm::CastInst>(operation)) return true;
  if (left == 0) return false;
  --left;
  return llvm::all_of(operation->operands(),
                      [&](const llvm::Value* operand) { return isShort(*operand, left); });
}

bool isShort(const llvm::Value& index) {
  unsigned left = kMostOperations;
  return isShort(index, left);
}

// Whether the address is the same in all iterations but for this index. Two indices could wrap and
// stay in the object together.
bool onlyIndexChanges(const llvm::GetElementPtrInst& address, const llvm::CastInst& extension,
                      const llvm::Loop& loop) {
  return llvm::all_of(address.operands(), [&](const llvm::Value* operand) {
    const auto* base = llvm::dyn_cast<llvm::GetElementPtrInst>(operand);
    return operand == &extension || loop.isLoopInvariant(operand) ||
           (base && onlyIndexChanges(*base, extension, loop));
  });
}

// Whether the addresses are the same but for their indices.
bool haveSameForm(const llvm::Value& first, const llvm::CastInst& firstIndex,
                  const llvm::Value& second, const llvm::CastInst& secondIndex) {
  if (&first == &firstIndex || &second == &secondIndex)
    return &first == &firstIndex && &second == &secondIndex;
  if (&first == &second) return true;
  const auto* one = llvm::dyn_cast<llvm::GetElementPtrInst>(&first);
  const auto* other = llvm::dyn_cast<llvm::GetElementPtrInst>(&second);
  return one && other && one->getSourceElementType() == other->getSourceElementType() &&
         one->getNumOperands() == other->getNumOperands() &&
         llvm::all_of(llvm::zip(one->operands(), other->operands()), [&](const auto& pair) {
           return haveSameForm(*std::get<0>(pair), firstIndex, *std::get<1>(pair), secondIndex);
         });
}

// How many bytes the address moves from one index to the next, in all of its parts.
uint64_t scaleOf(const llvm::GetElementPtrInst& address, const llvm::CastInst& extension,
                 const llvm::DataLayout& layout) {
  llvm::MapVector<llvm::Value*, llvm::APInt> scales;
  llvm::APInt constant(64, 0);
  address.collectOffset(layout, 64, scales, constant);
  uint64_t scale = 0;
  for (const auto& [index, bytes] : scales)
    if (index == &extension) scale += bytes.getZExtValue();
  const auto* base = llvm::dyn_cast<llvm::GetElementPtrInst>(address.getPointerOperand());
  return scale + (base ? scaleOf(*base, extension, layout) : 0);
}

// Accesses of a function in the order of the program.
class Writer {
 public:
  Writer(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : layout_(function.getParent()->getDataLayout()),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        expander_(evolution_, layout_, "wide") {}

  bool write(Access access) {
    access.index = evolution_.getSCEV(access.extension->getOperand(0));
    access.form = besideAnother(access);
    if (!access.form) access.form = inEachIteration(access);
    const bool isNew = access.form != nullptr;
    if (isNew)
      access.access->replaceUsesOfWith(access.address, access.form);
    else
      access.form = access.address;
    written_.push_back(access);
    return isNew;
  }

 private:
  // The address of an access in front and a number of bytes, which is the same in all iterations.
  llvm::Value* besideAnother(const Access& access) {
    const llvm::Loop* loop = loops_.getLoopFor(access.access->getParent());
    const SCEV* distance = nullptr;
    const Access* base = nullptr;
    for (const Access& other : llvm::drop_begin(
             written_, written_.size() - std::min<size_t>(written_.size(), kMostCompared))) {
      if (!haveSameForm(*other.address, *other.extension, *access.address, *access.extension) ||
          !isBefore(other, access))
        continue;
      const SCEV* found = evolution_.getMinusSCEV(access.index, other.index);
      const bool isConstant = llvm::isa<llvm::SCEVConstant>(found);
      if (!isConstant && (base || !loop || !mayBeDistance(*found, *loop))) continue;
      distance = found;
      base = &other;
      if (isConstant) break;
    }
    if (!base) return nullptr;
    const SCEV* bytes = evolution_.getMulExpr(
        evolution_.getConstant(access.extension->getType(),
                               scaleOf(*access.address, *access.extension, layout_)),
        evolution_.getSignExtendExpr(distance, access.extension->getType()));
    if (!expander_.isSafeToExpandAt(bytes, access.access)) return nullptr;
    if (!llvm::isa<llvm::SCEVConstant>(distance)) distances_[loop].insert(distance);
    llvm::Value* offset = expander_.expandCodeFor(bytes, bytes->getType(), access.access);
    llvm::IRBuilder<> builder(access.access);
    return builder.CreateGEP(builder.getInt8Ty(), base->form, offset);
  }

  bool mayBeDistance(const SCEV& distance, const llvm::Loop& loop) {
    const auto& known = distances_[&loop];
    return evolution_.isLoopInvariant(&distance, &loop) &&
           (known.contains(&distance) || known.size() < kMostDistances);
  }

  // In the same iteration.
  bool isBefore(const Access& first, const Access& second) const {
    const llvm::Loop* loop = loops_.getLoopFor(first.access->getParent());
    return dominators_.dominates(first.access, second.access) &&
           (!loop || loop->contains(second.access));
  }

  // The extended index of an access in each iteration, if the index grows from iteration to
  // iteration and each makes the access; otherwise null.
  llvm::Value* inEachIteration(const Access& access) {
    const llvm::Loop* loop = loops_.getLoopFor(access.access->getParent());
    const auto* index = llvm::dyn_cast<llvm::SCEVAddRecExpr>(access.index);
    if (!index || index->getLoop() != loop || !index->isAffine() || !loop->getLoopPreheader() ||
        !loop->getLoopLatch() ||
        !dominators_.dominates(access.access->getParent(), loop->getLoopLatch()) ||
        !onlyIndexChanges(*access.address, *access.extension, *loop))
      return nullptr;
    llvm::Type* type = access.extension->getType();
    const SCEV* start = index->getStart();
    start = llvm::isa<llvm::ZExtInst>(access.extension) ? evolution_.getZeroExtendExpr(start, type)
                                                        : evolution_.getSignExtendExpr(start, type);
    // Steps of numbers without sign, too, are less than half of their range, or backwards.
    const SCEV* step = evolution_.getSignExtendExpr(index->getStepRecurrence(evolution_), type);
    const SCEV* wide = evolution_.getAddRecExpr(start, step, loop, SCEV::FlagAnyWrap);
    if (!expander_.isSafeToExpandAt(wide, access.access)) return nullptr;
    return copyOf(*access.address, access, expander_.expandCodeFor(wide, type, access.access));
  }

  // In front of the access, with another index.
  llvm::Value* copyOf(llvm::GetElementPtrInst& address, const Access& access, llvm::Value* index) {
    llvm::Instruction* copy = address.clone();
    copy->replaceUsesOfWith(access.extension, index);
    if (auto* base = llvm::dyn_cast<llvm::GetElementPtrInst>(address.getPointerOperand());
        base && extensionOf(*base) == access.extension)
      copy->setOperand(0, copyOf(*base, access, index));
    copy->insertBefore(access.access);
    return copy;
  }

  const llvm::DataLayout& layout_;
  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;
  std::vector<Access> written_;
  llvm::DenseMap<const llvm::Loop*, llvm::SmallPtrSet<const SCEV*, kMostDistances>> distances_;
};

}  // namespace

llvm::PreservedAnalyses WidenIndicesPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  std::vector<Access> accesses;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function))
    for (llvm::Instruction& access : *block) {
      llvm::Value* pointer = addressInSmallObject(access);
      auto* address = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(pointer);
      llvm::CastInst* extension = address ? extensionOf(*address) : nullptr;
      if (extension && isShort(*extension)) accesses.push_back({&access, address, extension});
    }
  if (accesses.empty()) return llvm::PreservedAnalyses::all();

  Writer writer(function, analyses);
  bool changed = false;
  for (const Access& access : accesses) changed |= writer.write(access);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
