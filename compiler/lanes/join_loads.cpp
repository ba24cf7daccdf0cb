// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups loads of one block by the distance of their addresses. Nothing between the first and the
// last load of a group may write, or end the work-item.
#include "compiler/lanes/join_loads.h"

#include "compiler/ir/preserved_analyses.h"
#include "compiler/ir/uniformity.h"
#include "compiler/lanes/assumed_strides.h"
#include "compiler/lanes/lane_memory.h"
#include "compiler/lanes/levels.h"
#include "compiler/lanes/masks.h"
#include "compiler/lanes/shapes.h"
#include "compiler/lanes/width.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <bit>
#include <cstdlib>
#include <vector>

namespace lanewise {
namespace {

constexpr size_t kMostGroups = 16;          // that are compared with a load
constexpr int64_t kMostGatheredBytes = 16;  // by one access of each lane

struct Element {
  llvm::LoadInst* load;
  int64_t offset;  // in elements, from the first load of the group
};

// Loads of one type, in the order of the block.
using Group = llvm::SmallVector<Element, 4>;

class Groups {
 public:
  Groups(llvm::Function& kernel, llvm::ScalarEvolution& evolution)
      : layout_(kernel.getParent()->getDataLayout()), evolution_(evolution) {
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
    return load.isSimple() && (type->isIntegerTy() || type->isFloatingPointTy()) &&
           layout_.getTypeSizeInBits(load.getType()) ==
               layout_.getTypeStoreSizeInBits(load.getType()) &&
           !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.getPointerOperand()));
  }

  void add(llvm::LoadInst& load) {
    const auto bytes =
        static_cast<int64_t>(layout_.getTypeStoreSize(load.getType()).getFixedValue());
    for (Group& group : llvm::reverse(open_)) {
      if (group.front().load->getType() != load.getType()) continue;
      const std::optional<int64_t> apart = distance(*group.front().load, load);
      if (!apart || *apart % bytes != 0 || std::abs(*apart / bytes) >= int64_t{kMostLeaves})
        continue;
      group.push_back({&load, *apart / bytes});
      return;
    }
    if (open_.size() == kMostGroups) close();
    open_.push_back({{&load, 0}});
  }

  // In bytes.
  std::optional<int64_t> distance(llvm::LoadInst& from, llvm::LoadInst& to) {
    const llvm::SCEV* difference = evolution_.getMinusSCEV(
        evolution_.getSCEV(to.getPointerOperand()), evolution_.getSCEV(from.getPointerOperand()));
    const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(difference);
    return constant ? std::optional(constant->getAPInt().getSExtValue()) : std::nullopt;
  }

  void close() {
    for (Group& group : open_)
      if (group.size() > 1) done_.push_back(std::move(group));
    open_.clear();
  }

  const llvm::DataLayout& layout_;
  llvm::ScalarEvolution& evolution_;
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
  constexpr int64_t kMostSlots = 4;
  if (stride && *stride <= kMostSlots) return std::min(adjacent, *stride);
  if (stride && *stride <= int64_t{kMostLeaves} && adjacent >= *stride) return *stride;
  const int64_t most = std::min(adjacent, kMostGatheredBytes / bytes);
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(most)));
}

// The loads of elements [begin, begin + count), some perhaps twice.
void join(llvm::ArrayRef<Element> elements, int64_t count) {
  const Element first = *llvm::min_element(elements, [](const Element& a, const Element& b) {
    return a.load != b.load && a.load->comesBefore(b.load);
  });
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
  std::vector<Group> groups =
      Groups(kernel, analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel)).take();
  if (groups.empty()) return;
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  const Uniformity uniformity(kernel, Together::Vector);
  const Levels levels(kernel, loops);
  const Masks masks(kernel, loops, analyses.getResult<llvm::DominatorTreeAnalysis>(kernel), levels,
                    uniformity);
  const Shapes shapes(kernel, kMostLanes, uniformity, masks);
  const AssumedStrides assumed(kernel, shapes, kMostLanes);
  std::vector<std::optional<int64_t>> strides;
  for (const Group& group : groups) strides.push_back(strideOf(*group[0].load, shapes, assumed));
  bool changed = false;
  for (auto [group, stride] : llvm::zip(groups, strides)) changed |= joinGroup(group, stride);
  if (changed) analyses.invalidate(kernel, preservesControlFlow());
}

}  // namespace lanewise
