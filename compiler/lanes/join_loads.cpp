// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups loads of one block by the distance of their addresses. Nothing between the first and the
// last load of a group may write, or end the work-item.
#include "compiler/lanes/join_loads.h"

#include "compiler/ir/preserved_analyses.h"
#include "compiler/lanes/lane_analyses.h"
#include "compiler/lanes/lane_memory.h"
#include "compiler/lanes/width.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <bit>
#include <cstdlib>
#include <vector>

namespace lanewise {
namespace {

constexpr size_t kMostGroups = 48;          // that are compared with a load
constexpr int64_t kMostGatheredBytes = 32;  // by one access of each lane

struct Element {
  llvm::LoadInst* load;
  size_t number;   // in the order of the code
  int64_t offset;  // in elements, from the first load of the group
};

// Loads of one type, in the order of the block.
using Group = llvm::SmallVector<Element, 4>;

// base + index * stride + offset, in bytes. The last index of an address may be extended.
struct Place {
  const llvm::Value *base, *index = nullptr;
  unsigned extension = 0;  // opcode
  int64_t stride = 0, offset = 0;
};

// The number that is added to a value without a wrap that `extension` would show.
const llvm::ConstantInt* addedTo(const llvm::Value& sum, unsigned extension) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&sum);
  if (!operation) return nullptr;
  const bool isSum = operation->getOpcode() == llvm::Instruction::Add;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(operation);
  const bool fits = isSum ? extension == 0 || (extension == llvm::Instruction::SExt
                                                   ? operation->hasNoSignedWrap()
                                                   : operation->hasNoUnsignedWrap())
                          : disjoint && disjoint->isDisjoint();
  return fits ? llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1)) : nullptr;
}

Place placeOf(const llvm::LoadInst& load, const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const auto withoutOffset = [&](const llvm::Value& pointer) {
    return pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  };
  Place place{withoutOffset(*load.getPointerOperand())};
  const auto* step = llvm::dyn_cast<llvm::GEPOperator>(place.base);
  if (step && step->getNumIndices() == 1 && step->getType()->isPointerTy()) {
    const llvm::Value* index = step->getOperand(1);
    place.stride =
        static_cast<int64_t>(layout.getTypeAllocSize(step->getSourceElementType()).getFixedValue());
    place.base = withoutOffset(*step->getPointerOperand());
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index)) {
      place.extension = llvm::cast<llvm::CastInst>(index)->getOpcode();
      index = llvm::cast<llvm::CastInst>(index)->getOperand(0);
    } else if (!index->getType()->isIntegerTy(64)) {
      place.extension = llvm::Instruction::SExt;
    }
    while (const llvm::ConstantInt* number = addedTo(*index, place.extension)) {
      const llvm::APInt& value = number->getValue();
      offset += (place.extension == llvm::Instruction::ZExt ? value.zextOrTrunc(64)
                                                            : value.sextOrTrunc(64)) *
                static_cast<uint64_t>(place.stride);
      index = llvm::cast<llvm::BinaryOperator>(index)->getOperand(0);
    }
    place.index = index;
  }
  place.offset = offset.getSExtValue();
  return place;
}

// In bytes, if it is a constant.
std::optional<int64_t> distance(const Place& from, const Place& to) {
  int64_t result = 0;
  if (from.base != to.base || from.index != to.index || from.extension != to.extension ||
      from.stride != to.stride || __builtin_sub_overflow(to.offset, from.offset, &result))
    return std::nullopt;
  return result;
}

class Groups {
 public:
  explicit Groups(llvm::Function& kernel) : layout_(kernel.getParent()->getDataLayout()) {
    for (llvm::BasicBlock& block : kernel) {
      for (llvm::Instruction& instruction : block) visit(instruction);
      close();
    }
  }

  std::vector<Group> take() { return std::move(done_); }

 private:
  void visit(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && mayBeJoined(*load))
      add(*load);
    else if (instruction.mayWriteToMemory() ||
             !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction))
      close();
  }

  bool mayBeJoined(const llvm::LoadInst& load) const {
    const llvm::Type* type = load.getType();
    const uint64_t bits = layout_.getTypeSizeInBits(load.getType()).getFixedValue();
    return load.isSimple() && bits <= 64 && (type->isIntegerTy() || type->isFloatingPointTy()) &&
           layout_.getTypeSizeInBits(load.getType()) ==
               layout_.getTypeStoreSizeInBits(load.getType()) &&
           !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.getPointerOperand()));
  }

  void add(llvm::LoadInst& load) {
    const auto bytes =
        static_cast<int64_t>(layout_.getTypeStoreSize(load.getType()).getFixedValue());
    const Place place = placeOf(load, layout_);
    for (Group& group : llvm::reverse(open_)) {
      if (group.front().load->getType() != load.getType()) continue;
      const std::optional<int64_t> apart = distance(placeOf(*group.front().load, layout_), place);
      if (!apart || *apart % bytes != 0 || std::abs(*apart / bytes) >= int64_t{kMostLeaves})
        continue;
      group.push_back({&load, ++loads_, *apart / bytes});
      return;
    }
    if (open_.size() == kMostGroups) close();
    open_.push_back({{&load, ++loads_, 0}});
  }

  void close() {
    for (Group& group : open_)
      if (group.size() > 1) done_.push_back(std::move(group));
    open_.clear();
  }

  const llvm::DataLayout& layout_;
  size_t loads_ = 0;
  std::vector<Group> open_, done_;
};

// From lane to lane, in elements; nullopt if they may be anywhere.
std::optional<int64_t> strideOf(const llvm::LoadInst& load, const Shapes& shapes,
                                const AssumedStrides& assumed) {
  const llvm::Value& address = *load.getPointerOperand();
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  const auto bytes = static_cast<int64_t>(layout.getTypeStoreSize(load.getType()).getFixedValue());
  const Shape shape = shapes.of(address);
  if (shape.kind == Shape::Uniform) return 0;
  const AssumedStride* known = assumed.of(address);
  if (shape.kind != Shape::Strided && !known) return std::nullopt;
  return std::abs(known ? known->stride : shape.stride) / bytes;
}

// How many of `adjacent` elements become one vector.
int64_t joinedOf(int64_t adjacent, int64_t bytes, std::optional<int64_t> stride) {
  if (stride && *stride <= kMostSlots) return std::min(adjacent, *stride);
  if (stride && *stride <= int64_t{kMostLeaves} && adjacent >= *stride) return *stride;
  const int64_t most = std::min(adjacent, kMostGatheredBytes / bytes);
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(most)));
}

// The loads of elements [begin, begin + count), some perhaps twice.
void join(llvm::ArrayRef<Element> elements, int64_t count) {
  const Element first = *llvm::min_element(
      elements, [](const Element& a, const Element& b) { return a.number < b.number; });
  const Element& lowest = elements.front();
  llvm::Type* type = lowest.load->getType();
  llvm::IRBuilder<> builder(first.load);
  const auto bytes = static_cast<int64_t>(
      lowest.load->getModule()->getDataLayout().getTypeStoreSize(type).getFixedValue());
  llvm::Value* address = lowest.offset == first.offset
                             ? first.load->getPointerOperand()
                             : builder.CreateConstGEP1_64(
                                   builder.getInt8Ty(), first.load->getPointerOperand(),
                                   static_cast<uint64_t>((lowest.offset - first.offset) * bytes));
  llvm::LoadInst* whole =
      builder.CreateAlignedLoad(llvm::FixedVectorType::get(type, static_cast<unsigned>(count)),
                                address, lowest.load->getAlign());
  llvm::SmallVector<llvm::Value*, 4> loads;
  for (const Element& element : elements) loads.push_back(element.load);
  llvm::propagateMetadata(whole, loads);
  for (const Element& element : elements)
    element.load->replaceAllUsesWith(
        builder.CreateExtractElement(whole, static_cast<uint64_t>(element.offset - lowest.offset)));
  for (const Element& element : elements) element.load->eraseFromParent();
}

// Cuts the elements of a group into runs without gaps, and those into vectors.
bool joinGroup(Group& group, std::optional<int64_t> stride) {
  llvm::stable_sort(group, [](const Element& a, const Element& b) { return a.offset < b.offset; });
  const llvm::LoadInst& load = *group.front().load;
  const auto bytes = static_cast<int64_t>(
      load.getModule()->getDataLayout().getTypeStoreSize(load.getType()).getFixedValue());
  bool changed = false;
  for (size_t begin = 0; begin < group.size();) {
    size_t end = begin + 1;
    while (end < group.size() && group[end].offset <= group[end - 1].offset + 1) ++end;
    const int64_t adjacent = group[end - 1].offset - group[begin].offset + 1;
    const int64_t count = joinedOf(adjacent, bytes, stride);
    const int64_t behind = group[begin].offset + std::max<int64_t>(count, 1);
    size_t rest = begin;
    while (rest < end && group[rest].offset < behind) ++rest;
    if (count > 1) {
      join(llvm::ArrayRef(group).slice(begin, rest - begin), count);
      changed = true;
    }
    begin = rest;
  }
  return changed;
}

}  // namespace

void joinLoads(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  std::vector<Group> groups = Groups(kernel).take();
  if (groups.empty()) return;
  const LaneAnalyses known(kernel, analyses, kMostLanes);
  std::vector<std::optional<int64_t>> strides;
  strides.reserve(groups.size());
  for (const Group& group : groups)
    strides.push_back(strideOf(*group[0].load, known.shapes, known.assumed));
  bool changed = false;
  for (auto [group, stride] : llvm::zip(groups, strides)) changed |= joinGroup(group, stride);
  if (changed) analyses.invalidate(kernel, preservesControlFlow());
}

}  // namespace lanewise
