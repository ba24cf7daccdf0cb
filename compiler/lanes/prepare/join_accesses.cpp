// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// join-accesses: Loads or stores of adjacent elements by one work-item become one of an OpenCL
// vector: the real and the imaginary part of a complex number, the members of a structure, or
// neighbouring vectors of at most eight bytes.
// Compilers that write SPIR-V take vectors apart that way. For scattered addresses one gather
// replaces several, for structures side by side one access replaces several that skip the other
// members. Elements that are adjacent between work-items as well, as the neighbours of a stencil,
// stay as they are.
//
// Groups accesses of one block by the distance of their addresses. Stores move down to the last one
// of their group, then loads move up to the first one of theirs. Nothing that they pass may touch
// what they access, or end the work-item.
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/known/places.h"
#include "compiler/lanes/plan/access_form.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: adjacent
/// elements that a work-item accesses are one access where that pays. Why here: loops are unrolled.
FUNCTION_PASS(JoinAccessesPass);

namespace {

constexpr size_t kMostGroups = 48;          // of loads that are compared with a load
constexpr size_t kMostStoreGroups = 8;      // of stores that are compared with an access
constexpr size_t kMostWrites = 8;           // that loads move up past
constexpr int64_t kMostGatheredBytes = 32;  // by one access of each lane

using Instruction = llvm::Instruction;

struct Element {
  Instruction* access;
  size_t number;   // in the order of the code
  int64_t offset;  // in elements, from the first access of the group
};

// Loads, or stores, of one type, in the order of the block.
using Group = llvm::SmallVector<Element, 4>;

llvm::Type* typeOf(const Instruction& access) {
  return llvm::getLoadStoreType(const_cast<Instruction*>(&access));
}

const llvm::Value& addressOf(const Instruction& access) {
  return *llvm::getLoadStorePointerOperand(&access);
}

int64_t bytesOf(const Instruction& access) {
  const llvm::DataLayout& layout = access.getModule()->getDataLayout();
  return static_cast<int64_t>(layout.getTypeStoreSize(typeOf(access)).getFixedValue());
}

bool isSimple(const Instruction& access) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  return (load && load->isSimple()) || (store && store->isSimple());
}

unsigned componentsOf(llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

bool mayBeJoined(const Instruction& access) {
  if (!isSimple(access)) return false;
  const llvm::DataLayout& layout = access.getModule()->getDataLayout();
  llvm::Type* type = typeOf(access);
  return layout.getTypeSizeInBits(type).getFixedValue() <= 64 &&
         std::has_single_bit(componentsOf(type)) &&
         (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) &&
         layout.typeSizeEqualsStoreSize(type) &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&addressOf(access)));
}

// The place of `access` in the group, if it has one.
std::optional<int64_t> offsetIn(const Group& group, const Instruction& access) {
  const Instruction& first = *group.front().access;
  if (typeOf(first) != typeOf(access)) return std::nullopt;
  const llvm::DataLayout& layout = access.getModule()->getDataLayout();
  // Both are accesses of one object.
  const bool wraps = !isInSmallVariable(addressOf(first), layout);
  const std::optional<int64_t> apart =
      distance(placeOf(addressOf(first), layout, wraps), placeOf(addressOf(access), layout, wraps));
  const int64_t bytes = bytesOf(access);
  if (!apart || *apart % bytes != 0 || std::abs(*apart / bytes) >= int64_t{kMostLeaves})
    return std::nullopt;
  return *apart / bytes;
}

// Whether the instruction may read or write what an element of the group accesses.
bool isTouched(const Group& group, const Instruction& instruction, llvm::AAResults& aliases) {
  return llvm::any_of(group, [&](const Element& element) {
    return llvm::isModOrRefSet(
        aliases.getModRefInfo(&instruction, llvm::MemoryLocation::get(element.access)));
  });
}

// Groups that may grow, and those that may not any more.
class Groups {
 public:
  void add(Instruction& access, size_t most) {
    for (Group& group : llvm::reverse(open_))
      if (const std::optional<int64_t> offset = offsetIn(group, access)) {
        group.push_back({&access, ++accesses_, *offset});
        return;
      }
    if (open_.size() == most) close();
    open_.push_back({{&access, ++accesses_, 0}});
  }

  void close() {
    closeIf([](const Group&) { return true; });
  }

  void closeIf(llvm::function_ref<bool(const Group&)> ends) {
    llvm::erase_if(open_, [&](Group& group) {
      if (!ends(group)) return false;
      if (group.size() > 1) done_.push_back(std::move(group));
      return true;
    });
  }

  bool hasOpen() const { return !open_.empty(); }

  std::vector<Group> take() { return std::move(done_); }

 private:
  size_t accesses_ = 0;
  std::vector<Group> open_, done_;
};

bool mayEnd(const Instruction& instruction) {
  return !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction);
}

std::vector<Group> groupsOfLoads(llvm::Function& kernel, llvm::AAResults& aliases) {
  Groups groups;
  for (llvm::BasicBlock& block : kernel) {
    llvm::SmallVector<Instruction*, kMostWrites> writes;  // since the first load of the open groups
    const auto isWritten = [&](const Instruction& load) {
      return llvm::any_of(writes, [&](const Instruction* write) {
        return llvm::isModSet(aliases.getModRefInfo(write, llvm::MemoryLocation::get(&load)));
      });
    };
    const auto close = [&] {
      groups.close();
      writes.clear();
    };
    for (Instruction& instruction : block) {
      if (llvm::isa<llvm::LoadInst>(instruction) && mayBeJoined(instruction)) {
        if (isWritten(instruction)) close();
        groups.add(instruction, kMostGroups);
      } else if (mayEnd(instruction)) {
        close();
      } else if (instruction.mayWriteToMemory() && groups.hasOpen()) {
        writes.push_back(&instruction);
        if (writes.size() == kMostWrites) close();
      }
    }
    close();
  }
  return groups.take();
}

std::vector<Group> groupsOfStores(llvm::Function& kernel, llvm::AAResults& aliases) {
  Groups groups;
  for (llvm::BasicBlock& block : kernel) {
    for (Instruction& instruction : block) {
      if (mayEnd(instruction)) groups.close();
      if (!instruction.mayReadOrWriteMemory()) continue;
      const bool isElement = llvm::isa<llvm::StoreInst>(instruction) && mayBeJoined(instruction);
      groups.closeIf([&](const Group& group) {
        const auto offset = isElement ? offsetIn(group, instruction) : std::nullopt;
        // A second store to an element stays behind the first.
        if (offset) return std::ranges::find(group, *offset, &Element::offset) != group.end();
        return isTouched(group, instruction, aliases);
      });
      if (isElement) groups.add(instruction, kMostStoreGroups);
    }
    groups.close();
  }
  return groups.take();
}

// From lane to lane, in elements; nullopt if they may be anywhere.
std::optional<int64_t> strideOf(const Instruction& access, const Shapes& shapes,
                                const AssumedStrides& assumed) {
  const llvm::Value& address = addressOf(access);
  const Step shape = shapes.of(address);
  if (shape.kind == Step::Uniform) return 0;
  const AssumedStride* known = assumed.of(address);
  if (shape.kind != Step::Strided && !known) return std::nullopt;
  return std::abs(known ? known->stride : shape.stride) / bytesOf(access);
}

// How many of `adjacent` elements become one vector, of at most `most` of them.
int64_t joinedOf(int64_t adjacent, int64_t most, int64_t bytes, std::optional<int64_t> stride) {
  adjacent = std::min(adjacent, most);
  if (stride && areNear(static_cast<double>(*stride))) return std::min(adjacent, *stride);
  if (stride && *stride <= int64_t{kMostLeaves} && adjacent >= *stride) return *stride;
  const auto gathered = static_cast<uint64_t>(std::min(adjacent, kMostGatheredBytes / bytes));
  return static_cast<int64_t>(std::bit_floor(gathered));
}

// The address of the lowest element, computed from that of `known`, where `builder` is.
llvm::Value* lowestAddress(llvm::IRBuilder<>& builder, const Element& lowest,
                           const Element& known) {
  llvm::Value* address = llvm::getLoadStorePointerOperand(known.access);
  if (lowest.offset == known.offset) return address;
  return builder.CreateConstGEP1_64(
      builder.getInt8Ty(), address,
      static_cast<uint64_t>((lowest.offset - known.offset) * bytesOf(*known.access)));
}

void finish(Instruction& whole, llvm::ArrayRef<Element> elements) {
  llvm::SmallVector<llvm::Value*, 4> accesses;
  for (const Element& element : elements) accesses.push_back(element.access);
  llvm::propagateMetadata(&whole, accesses);
  for (const Element& element : elements) element.access->eraseFromParent();
}

bool isEarlier(const Element& a, const Element& b) { return a.number < b.number; }

// The loads of elements [begin, begin + count), some perhaps twice, where the first of them is.
void joinLoads(llvm::ArrayRef<Element> elements, llvm::FixedVectorType* type) {
  const Element &lowest = elements.front(), &first = *llvm::min_element(elements, isEarlier);
  llvm::IRBuilder<> builder(first.access);
  llvm::LoadInst* whole = builder.CreateAlignedLoad(type, lowestAddress(builder, lowest, first),
                                                    llvm::getLoadStoreAlignment(lowest.access));
  const unsigned components = componentsOf(typeOf(*first.access));
  for (const Element& element : elements) {
    const auto at = static_cast<unsigned>(element.offset - lowest.offset) * components;
    element.access->replaceAllUsesWith(
        components == 1
            ? builder.CreateExtractElement(whole, at)
            : builder.CreateShuffleVector(whole, llvm::createSequentialMask(at, components, 0)));
  }
  finish(*whole, elements);
}

// The stores of elements [begin, begin + count), where the last of them is.
void joinStores(llvm::ArrayRef<Element> elements, llvm::FixedVectorType* type) {
  const Element &lowest = elements.front(), &last = *llvm::max_element(elements, isEarlier);
  llvm::IRBuilder<> builder(last.access);
  llvm::Value* values = llvm::PoisonValue::get(type);
  const unsigned components = componentsOf(typeOf(*last.access));
  for (const Element& element : elements) {
    llvm::Value* value = llvm::cast<llvm::StoreInst>(element.access)->getValueOperand();
    const auto at = static_cast<unsigned>(element.offset - lowest.offset) * components;
    for (unsigned i = 0; i < components; ++i)
      values = builder.CreateInsertElement(
          values, components == 1 ? value : builder.CreateExtractElement(value, i), at + i);
  }
  llvm::StoreInst* whole = builder.CreateAlignedStore(values, lowestAddress(builder, lowest, last),
                                                      llvm::getLoadStoreAlignment(lowest.access));
  finish(*whole, elements);
}

// Cuts the elements of a group into runs without gaps, and those into vectors.
bool joinGroup(Group& group, std::optional<int64_t> stride) {
  llvm::stable_sort(group, [](const Element& a, const Element& b) { return a.offset < b.offset; });
  Instruction& front = *group.front().access;
  const bool isLoad = llvm::isa<llvm::LoadInst>(front);
  llvm::Type* type = typeOf(front)->getScalarType();
  const unsigned components = componentsOf(typeOf(front));
  const int64_t bytes = bytesOf(front);
  bool changed = false;
  for (size_t begin = 0; begin < group.size();) {
    size_t end = begin + 1;
    while (end < group.size() && group[end].offset <= group[end - 1].offset + 1) ++end;
    const int64_t adjacent = group[end - 1].offset - group[begin].offset + 1;
    const int64_t count = joinedOf(adjacent, kMostLeaves / components, bytes, stride);
    const int64_t behind = group[begin].offset + std::max<int64_t>(count, 1);
    size_t rest = begin;
    while (rest < end && group[rest].offset < behind) ++rest;
    if (count > 1) {
      auto* vector = llvm::FixedVectorType::get(type, static_cast<unsigned>(count) * components);
      const auto elements = llvm::ArrayRef(group).slice(begin, rest - begin);
      isLoad ? joinLoads(elements, vector) : joinStores(elements, vector);
      changed = true;
    }
    begin = rest;
  }
  return changed;
}

using FindGroups = std::vector<Group> (*)(llvm::Function&, llvm::AAResults&);

// Returns whether some were joined.
bool joinAll(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, FindGroups find) {
  std::vector<Group> groups = find(kernel, analyses.getResult<llvm::AAManager>(kernel));
  if (groups.empty()) return false;
  const LaneFacts& known = analyses.getResult<LaneFactsAnalysis>(kernel).of({mostLanes(kernel)});
  std::vector<std::optional<int64_t>> strides;
  strides.reserve(groups.size());
  for (const Group& group : groups)
    strides.push_back(strideOf(*group[0].access, known.shapes, known.assumed));
  bool changed = false;
  for (auto [group, stride] : llvm::zip(groups, strides)) changed |= joinGroup(group, stride);
  if (changed) analyses.invalidate(kernel, preservesControlFlow());
  return changed;
}

}  // namespace

llvm::PreservedAnalyses JoinAccessesPass::run(llvm::Function& kernel,
                                              llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
  bool changed = joinAll(kernel, analyses, groupsOfStores);
  changed |= joinAll(kernel, analyses, groupsOfLoads);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
