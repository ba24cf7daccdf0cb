// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The width is prescribed by an option, or follows from the target's registers and the size of most
// elements. A kernel stays scalar if it has something that vectors cannot, or if cost.cpp estimates
// that scalar code costs less. Called by widen_kernels.cpp.
#include "compiler/lanes/choose/width.h"

#include "compiler/analysis/register_demand.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/image_calls.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/work_groups.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lanes/choose/cost.h"
#include "compiler/lanes/known/forced_lanes.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/known/log_steps.h"
#include "compiler/lanes/known/used_components.h"
#include "compiler/target/processor.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <cmath>

namespace lanewise {
namespace {

// Twice the lanes are twice the code.
constexpr unsigned kMostInstructions = 1'000;

// Fewer lanes gain little.
constexpr unsigned kFewestLanes = 4;

// The limit of kernels that observe their groups: groups have rows of 16 work-items at least, most
// of the time.
constexpr unsigned kMostLanesOfGroups = 16;

// The width of work-groups; 0: not known.
uint64_t rowOf(const llvm::Function& kernel) { return largestLocalSize(kernel)[0]; }

Width widthOfRows(uint64_t row) {
  return {
      row > 2 ? static_cast<unsigned>(llvm::bit_ceil(row)) : 1,
      "work-groups are " + llvm::utostr(row) + (row == 1 ? " work-item" : " work-items") + " wide"};
}

// The width of code for launches of one kind.
Width widthLikeUsual(const llvm::Function& kernel, unsigned usual) {
  const uint64_t row = rowOf(kernel);
  if (row > 2 && llvm::bit_ceil(row) < usual && observesGroups(kernel) && !dependsOnLanes(kernel))
    return widthOfRows(row);
  return {usual, "as in the code for all launches"};
}

// An index: the addresses made of it do not need its bits in vectors.
bool isIndex(const llvm::Instruction& instruction) {
  return !instruction.use_empty() && llvm::all_of(instruction.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::GetElementPtrInst>(user);
  });
}

double weightOf(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  return std::pow(8.0, std::min(loops.getLoopDepth(&block), 3U));
}

// Arithmetic on lanes, in loops above all: values that are OpenCL vectors, their components that
// are used, and all other values.
struct Arithmetic {
  double vectors = 0, components = 0, scalars = 0;
};

Arithmetic arithmeticOf(const llvm::Function& kernel, const LaneFacts& facts,
                        const UsedComponents& used) {
  Arithmetic sum;
  for (const llvm::BasicBlock& block : kernel) {
    const double weight = weightOf(block, facts.loops);
    for (const llvm::Instruction& instruction : block) {
      if (facts.shapes.of(instruction).kind != Step::Varying || instruction.getType()->isVoidTy())
        continue;
      if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType())) {
        sum.vectors += weight;
        sum.components += weight * vector->getNumElements() * used.shareOf(instruction);
      } else {
        sum.scalars += weight;
      }
    }
  }
  return sum;
}

// Variants of look-ups serve as many lanes as a register has: twice the lanes are two calls.
bool looksUpImages(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && imageCallOf(*call);
  });
}

// They are large, and their values occupy registers, too.
bool callsFunctions(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && isOutOfLine(*callee);
  });
}

// The element sizes of the arithmetic on lanes, in loops above all.
struct ElementSizes {
  double wide = 0, words = 0, narrow = 0;  // 64 bits, up to 32, and up to 16 of single numbers

  unsigned usualBits() const { return wide > words + narrow ? 64 : 32; }
  bool areNarrow() const { return narrow > wide + words; }
};

ElementSizes elementSizes(const llvm::Function& kernel, const LaneFacts& facts) {
  const bool isHalfInFloat = !computesHalf(*kernel.getParent());
  ElementSizes sizes;
  for (const llvm::BasicBlock& block : kernel) {
    const double weight = weightOf(block, facts.loops);
    for (const llvm::Instruction& instruction : block) {
      if (facts.shapes.of(instruction).kind != Step::Varying || isIndex(instruction)) continue;
      const llvm::Type* type = instruction.getType()->getScalarType();
      const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
      const bool isNarrow = bits <= 16 && !instruction.getType()->isVectorTy() &&
                            !(type->isHalfTy() && isHalfInFloat);
      if (bits >= 64) sizes.wide += weight * bits / 64;
      if (bits >= 8 && bits <= 32) (isNarrow ? sizes.narrow : sizes.words) += weight;
    }
  }
  return sizes;
}

// The reason why a kernel cannot be widened; empty if it can.
std::string obstacle(const llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (llvm::isa<llvm::IndirectBrInst, llvm::InvokeInst, llvm::CallBrInst>(instruction))
      return (llvm::Twine("an instruction ") + instruction.getOpcodeName()).str();
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->isInlineAsm())
      return "inline assembly";
    const llvm::Type* type = instruction.getType()->getScalarType();
    if (type->isTokenTy() || type->isX86_FP80Ty()) return "a type that vectors cannot have";
  }
  return {};
}

// The phi grows by the same for all lanes in each iteration.
bool isCounter(const llvm::PHINode& phi, const llvm::Loop& loop, const Shapes& shapes) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (!latch || phi.getParent() != loop.getHeader()) return false;
  const auto* next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(latch));
  return next && llvm::is_contained(next->operands(), &phi) &&
         (next->getOpcode() == llvm::Instruction::Add ||
          llvm::isa<llvm::GetElementPtrInst>(next)) &&
         llvm::all_of(next->operands(), [&](const llvm::Use& operand) {
           return operand == &phi || shapes.isUniform(*operand);
         });
}

// The address follows from data that differ between lanes in each iteration, as in a table or a
// tree, not from a number of the iteration.
bool isLookedUp(const llvm::Value& address, const llvm::Loop& loop, const Shapes& shapes) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*> work{&address};
  while (!work.empty()) {
    const auto* value = llvm::dyn_cast<llvm::Instruction>(work.pop_back_val());
    if (!value || !loop.contains(value) || shapes.isUniform(*value) || !seen.insert(value).second)
      continue;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (phi && isCounter(*phi, loop, shapes)) continue;
    if (phi && phi->getParent() == loop.getHeader()) return true;
    llvm::append_range(work, value->operand_values());
  }
  return false;
}

// Each lane walks through memory of its own: more lanes compete for the same cache lines.
bool walksInLoop(const llvm::Function& kernel, const LaneFacts& facts) {
  const Shapes& shapes = facts.shapes;
  return llvm::any_of(llvm::instructions(kernel), [&](const llvm::Instruction& instruction) {
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
    const llvm::Loop* loop = facts.loops.getLoopFor(instruction.getParent());
    return address && loop && loop->isInnermost() && shapes.of(*address).kind == Step::Varying &&
           !facts.assumed.of(*address) && !isLookedUp(*address, *loop, shapes);
  });
}

// In a group of few vectors, what vectors store for each other in such steps becomes registers
// (group/work_item_loops.cpp). A loop with a known number of steps has become barriers by now.
bool hasSteps(const llvm::Function& kernel, const llvm::LoopInfo& loops) {
  constexpr ptrdiff_t kFewestBarriers = 8;
  const auto barriers = llvm::count_if(llvm::instructions(kernel), [](const auto& instruction) {
    return kernelCallOf(instruction) == KernelCall::Barrier;
  });
  return barriers >= kFewestBarriers ||
         llvm::any_of(loops.getLoopsInPreorder(),
                      [](const llvm::Loop* loop) { return hasLogSteps(*loop); });
}

// The cost of lanes relative to that of scalar code.
double shareOf(const LaneCosts& costs) { return costs.together / std::max(costs.oneByOne, 1.0); }

// Outside of these, the estimate was right for all of 150 kernels (bench/estimates.py).
constexpr double kLeastClose = 0.5, kMostClose = 1.5;

// Registers that the values which differ between lanes occupy where most are live.
unsigned demandOf(llvm::Function& kernel, const Shapes& shapes, unsigned lanes,
                  unsigned registerBits, const UsedComponents& used) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  llvm::SmallVector<llvm::BasicBlock*> blocks(llvm::post_order(&kernel));
  std::ranges::reverse(blocks);
  return registerDemand(blocks, [&](const llvm::Instruction& value) -> unsigned {
    llvm::Type* type = value.getType();
    if (shapes.of(value).kind != Step::Varying || !type->isSized() ||
        type->getScalarType()->isIntegerTy(1))
      return 0;  // masks are apart
    const auto bits = static_cast<double>(layout.getTypeSizeInBits(type).getFixedValue() * lanes);
    return static_cast<unsigned>(std::ceil(bits * used.shareOf(value) / registerBits));
  });
}

}  // namespace

unsigned mostLanes(const llvm::Function& kernel) {
  const bool isWide = kernel.hasFnAttribute(kUsesSubGroupsAttribute) &&
                      kernel.getFnAttributeAsParsedInteger(kSubGroupSizeAttribute, 1) > kMostLanes;
  return isWide ? kMostLanesOfSubGroups : kMostLanes;
}

bool dependsOnLanes(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    // In a loop, all lanes add a number in each iteration.
    if (atomic && (atomic->getOperation() == llvm::AtomicRMWInst::FAdd ||
                   atomic->getOperation() == llvm::AtomicRMWInst::FSub))
      return true;
    return collectiveCallOf(instruction).has_value();
  });
}

bool hasOpenResults(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
    return llvm::isa<llvm::FPToUIInst, llvm::FPToSIInst>(instruction) ||
           (operation && (operation->hasApproxFunc() || operation->hasNoNaNs() ||
                          operation->hasNoSignedZeros()));
  });
}

bool mayHaveLanes(const llvm::Function& function) {
  return obstacle(function).empty() && !dependsOnLanes(function);
}

std::optional<Width> prescribedWidth(const llvm::Function& kernel) {
  std::string reason = obstacle(kernel);
  if (kernel.hasFnAttribute(kUsesSubGroupsAttribute)) {
    const auto size =
        static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(kSubGroupSizeAttribute, 1));
    const std::string sized = "sub-groups of " + llvm::utostr(size) + " work-items";
    if (!reason.empty()) reportUnsupported(kernel, sized + " with " + reason);
    return Width{size, sized};
  }
  if (!reason.empty()) return Width{1, std::move(reason)};
  // One lane of a vector may wait for another one.
  if (hasYields(kernel)) return Width{1, "a loop waits for other work-items"};
  if (const unsigned forced = forcedLanes(*kernel.getParent()))
    return Width{forced, forced == 1 ? "set by -cl-opt-disable, LANEWISE_LANES or --lanes"
                                     : "set by LANEWISE_LANES or --lanes"};
  // The estimate of the code for all launches is that of vectors along x.
  if (kernel.hasFnAttribute(kColumnDimensionAttribute)) return std::nullopt;
  if (const unsigned usual = usualLanes(kernel)) return widthLikeUsual(kernel, usual);
  return std::nullopt;
}

Width fullWidth(const llvm::Function& kernel, const LaneFacts& facts) {
  const unsigned bits = vectorRegisterBits(*kernel.getParent());
  const unsigned element = elementSizes(kernel, facts).usualBits();
  const unsigned lanes = bits / element;
  const uint64_t row = rowOf(kernel);
  if (row != 0 && row < lanes && observesGroups(kernel)) return widthOfRows(row);
  return {lanes, llvm::utostr(bits) + "-bit registers, " + llvm::utostr(element) + "-bit elements"};
}

Width roomyWidth(llvm::Function& kernel, const Width& full, const LaneFacts& facts,
                 const llvm::TargetTransformInfo& target) {
  const UsedComponents used(kernel);
  const Arithmetic arithmetic = arithmeticOf(kernel, facts, used);
  // Nothing waits: components do not for each other, nor one vector of work-items for the next.
  if (facts.loops.empty() && arithmetic.components > arithmetic.scalars) return full;
  if (kernel.getInstructionCount() > kMostInstructions || callsFunctions(kernel) ||
      looksUpImages(kernel) || walksInLoop(kernel, facts))
    return full;
  const unsigned perRow = observesGroups(kernel) ? kMostLanesOfGroups : kMostLanes;
  const uint64_t row = observesGroups(kernel) ? rowOf(kernel) : 0;
  // Each value has several registers.
  const unsigned registers =
      target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
  const Processor& processor = processorOf(*kernel.getParent());
  const double most =
      std::min(arithmetic.vectors > arithmetic.scalars ? processor.mostDemandOfVectors
                                                       : processor.mostDemand,
               processor.mostDemandOfRegister * registers);
  const auto needsAtMost = [&](double demand, unsigned lanes) {
    return lanes <= perRow && (row == 0 || row >= lanes) &&
           demandOf(kernel, facts.shapes, lanes, vectorRegisterBits(*kernel.getParent()), used) <=
               demand;
  };
  const auto hasRoom = [&](unsigned lanes) { return needsAtMost(most, lanes); };
  const unsigned twice = full.lanes * 2, fourTimes = full.lanes * 4;
  if (elementSizes(kernel, facts).areNarrow() && hasRoom(fourTimes))
    return {fourTimes, full.reason + ", two registers for each value of 16 bits"};
  if (fourTimes == perRow && hasSteps(kernel, facts.loops) && needsAtMost(registers, fourTimes))
    return {fourTimes, full.reason + ", four registers for each value of few"};
  if (hasRoom(twice)) return {twice, full.reason + ", two registers for each value"};
  return full;
}

Width quickWidth(llvm::Function& kernel, const Width& full, const LaneFacts& facts) {
  const Arithmetic arithmetic = arithmeticOf(kernel, facts, UsedComponents(kernel));
  if (arithmetic.components <= arithmetic.scalars || full.lanes <= kFewestLanes) return full;
  const auto components = static_cast<unsigned>(arithmetic.components / arithmetic.vectors);
  return {std::max(full.lanes / llvm::bit_ceil(std::max(components, 1U)), kFewestLanes),
          full.reason + ", one register for each OpenCL vector"};
}

Width estimatedWidth(const Width& full, const LaneCosts& costs, bool isPrescribed) {
  if (full.lanes == 1) return full;
  const double share = shareOf(costs);
  const std::string estimate = llvm::formatv(
      "{0} lanes are estimated at {1:P0} of the cost of scalar code", full.lanes, share);
  if (share > 1 && !isPrescribed) return {1, estimate};
  return {full.lanes, full.reason + ", " + estimate};
}

unsigned otherLanes(const Width& full, const LaneCosts& costs) {
  const double share = shareOf(costs);
  if (full.lanes == 1 || share < kLeastClose || share > kMostClose) return 0;
  return share > 1 ? full.lanes : 1;
}

}  // namespace lanewise
