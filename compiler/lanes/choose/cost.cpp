// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM knows the costs of arithmetic. target/processor.def has what LLVM cannot know of processors.
// The constants here are about programs.
#include "compiler/lanes/choose/cost.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/analysis/recurrences.h"
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/choose/access_costs.h"
#include "compiler/lanes/choose/lateness.h"
#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/full_iterations.h"
#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/plan/atomic_form.h"
#include "compiler/lanes/plan/call_form.h"
#include "compiler/lanes/plan/lane_functions.h"
#include "compiler/lanes/plan/plan.h"
#include "compiler/target/fma.h"
#include "compiler/target/half_operations.h"
#include "compiler/target/mask_registers.h"
#include "compiler/target/processor.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ProfDataUtils.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace lanewise {
namespace {

using namespace llvm::PatternMatch;
using Target = llvm::TargetTransformInfo;

constexpr auto kThroughput = Target::TCK_RecipThroughput;
constexpr double kIterations = 8;        // of a loop
constexpr double kManyIterations = 160;  // of a long loop
constexpr double kMostWeight = 512;      // of three loops
constexpr double kTaken = 0.45;          // how often a work-item runs a block that lanes may skip
// How often a vector calls a function there.
constexpr double kTakenByVector = 0.7;
constexpr double kRareShare = 0.01;  // of work-items: a block that counts for nothing
// What a processor does in a cycle, in the units of costs, where it does not wait.
constexpr double kWorkOfCycle = 1.75;

// A product of 64 bits with 2^n + 1 or 2^n - 1: few processors have products of 64 bits for
// vectors.
bool isMadeOfShift(const llvm::Instruction& instruction) {
  const llvm::APInt* factor = nullptr;
  return match(&instruction, m_Mul(m_Value(), m_APInt(factor))) && factor->getBitWidth() == 64 &&
         ((*factor - 1).isPowerOf2() || (*factor + 1).isPowerOf2());
}

// A remainder next to the quotient of the same numbers, of which it is made.
bool hasQuotient(const llvm::Instruction& remainder) {
  const unsigned opcode = remainder.getOpcode();
  if (opcode != llvm::Instruction::URem && opcode != llvm::Instruction::SRem) return false;
  const unsigned division =
      opcode == llvm::Instruction::URem ? llvm::Instruction::UDiv : llvm::Instruction::SDiv;
  return llvm::any_of(remainder.getOperand(0)->users(), [&](const llvm::User* user) {
    const auto* other = llvm::dyn_cast<llvm::BinaryOperator>(user);
    return other && other->getOpcode() == division && other->getParent() == remainder.getParent() &&
           other->getOperand(0) == remainder.getOperand(0) &&
           other->getOperand(1) == remainder.getOperand(1);
  });
}

// Processors have one unit for them, which begins an operation when the one before is done.
bool occupiesDivider(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv: return true;
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return !hasQuotient(instruction);
    default:
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      return call && call->getIntrinsicID() == llvm::Intrinsic::sqrt;
  }
}

// Neither as a floating-point number nor as a shift: lanes and components are divided one by one.
bool isDividedAlone(const llvm::Instruction& instruction) {
  return instruction.isIntDivRem() && instruction.getType()->getScalarSizeInBits() > 32 &&
         !match(instruction.getOperand(1), m_Power2());
}

// What no processor executes.
bool isForCompilers(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->isAssumeLikeIntrinsic();
}

class Estimate {
 public:
  Estimate(const llvm::Module& module, const Plan& plan)
      : plan_(plan),
        lanes_(plan.facts().lanes),
        registerBits_(vectorRegisterBits(module)),
        computesHalf_(computesHalf(module)),
        hasFma_(hasFma(module)),
        processor_(processorOf(module)),
        shapes_(plan.facts().shapes),
        loops_(plan.facts().loops),
        target_(plan.target()),
        layout_(module.getDataLayout()),
        accesses_(module, plan),
        registersOfMask_(
            hasMaskRegisters(target_, module.getContext()) ? 1 : accesses_.registersOfWords()) {}

  const AccessCosts& ofAccesses() const { return accesses_; }

  LaneCosts of(const llvm::Instruction& instruction) const {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || kernelCallOf(instruction) ||
        stepOfLaneParameter(instruction) || isForCompilers(instruction))
      return {};
    if (collectiveCallOf(instruction)) return {1.0 * lanes_, 2 * std::log2(lanes_)};
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) return of(*branch);
    if (llvm::isa<llvm::StoreInst, llvm::LoadInst>(instruction)) return accesses_.of(instruction);
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
      return ofAtomic(instruction);
    if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return {0.5 * lanes_, 1};
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return ofCall(*call);
    if (isElementwise(instruction)) return ofElementwise(instruction);
    if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction))
      return {processor_.componentMove * lanes_, 0.5};
    return {0.5 * lanes_, 0.5};  // moves components
  }

 private:
  double number(const llvm::InstructionCost& cost) const {
    return cost.isValid() ? static_cast<double>(*cost.getValue()) : processor_.libraryCall;
  }

  bool isScalar(const llvm::Value& value) const { return shapes_.of(value).kind != Step::Varying; }

  LaneCosts of(const llvm::BranchInst& branch) const {
    if (branch.isUnconditional()) return {};
    if (isScalar(*branch.getCondition())) return {1.0 * lanes_, 1};
    const llvm::Loop* loop = loops_.getLoopFor(branch.getParent());
    const bool leavesLoop = loop && loop->isLoopExiting(branch.getParent());
    // Behind an exit, what lanes leave with is kept apart from what the others compute.
    const double operations = processor_.maskOperation * registersOfMask_;
    return leavesLoop ? LaneCosts{1.0 * lanes_, 2 * operations}
                      : LaneCosts{processor_.unpredictableBranch * lanes_, operations};
  }

  LaneCosts ofAtomic(const llvm::Instruction& atomic) const {
    const double one =
        atomic.hasMetadata(kLocalAtomic) ? processor_.groupAtomic : processor_.globalAtomic;
    const double scalar = one * lanes_ / processor_.scalarOverlap;
    if (!isScalar(*atomic.getOperand(0)))
      return {scalar, (one + accesses_.ofMovedLane(atomic)) * lanes_};
    const double results = atomic.use_empty() ? 1 : 2;
    switch (atOneAddress(atomic)) {
      case AtOneAddress::Reduced: return {scalar, one + 2 * results * std::log2(lanes_)};
      case AtOneAddress::Chained:
        return {scalar, one + processor_.chainedOperation * results * lanes_};
      case AtOneAddress::LaneByLane:
        return {scalar, (one + accesses_.ofMovedLane(atomic)) * lanes_};
    }
    llvm_unreachable("every way has its case");
  }

  static unsigned componentsOf(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
  }

  llvm::Type* wide(llvm::Type* type) const {
    if (type->isVoidTy() || type->isAggregateType()) return type;
    return llvm::FixedVectorType::get(type->getScalarType(), componentsOf(type) * lanes_);
  }

  double operationCost(const llvm::Instruction& instruction, bool widened) const {
    const bool isInFloat = !computesHalf_ && isComputedInFloat(instruction);
    return arithmeticCost(instruction, widened, isInFloat) +
           (isInFloat ? ofHalves(instruction, widened) : 0);
  }

  // Conversions of the operands and of the result.
  double ofHalves(const llvm::Instruction& instruction, bool widened) const {
    const auto halves =
        llvm::count_if(instruction.operand_values(),
                       [](const llvm::Value* operand) { return isHalf(*operand); }) +
        (isHalf(instruction) ? 1 : 0);
    const unsigned components = componentsOf(instruction.getOperand(0)->getType());
    const double registers =
        std::max(1.0, 32.0 * components * (widened ? lanes_ : 1) / registerBits_);
    return registers * static_cast<double>(halves) *
           (widened || components > 1 ? processor_.halfConversion : processor_.halfConversionAlone);
  }

  double arithmeticCost(const llvm::Instruction& instruction, bool widened, bool isInFloat) const {
    const auto type = [&](const llvm::Value& value) {
      llvm::Type* own = widened ? wide(value.getType()) : value.getType();
      return isInFloat && isHalf(value)
                 ? own->getWithNewType(llvm::Type::getFloatTy(own->getContext()))
                 : own;
    };
    const unsigned opcode = instruction.getOpcode();
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == llvm::Intrinsic::ldexp)
        return processor_.scaling * registersOf(instruction, widened);
      if (call->getIntrinsicID() == llvm::Intrinsic::fma && !hasFma_)
        return ofFmaInParts(*type(instruction));
      llvm::SmallVector<llvm::Type*, 4> types;
      for (const llvm::Value* argument : call->args()) types.push_back(type(*argument));
      const llvm::SmallVector<const llvm::Value*, 4> arguments(call->args());
      return number(target_.getIntrinsicInstrCost(
          {call->getIntrinsicID(), type(instruction), arguments, types}, kThroughput));
    }
    if (hasQuotient(instruction))
      return number(target_.getArithmeticInstrCost(llvm::Instruction::Mul, type(instruction),
                                                   kThroughput)) +
             number(target_.getArithmeticInstrCost(llvm::Instruction::Sub, type(instruction),
                                                   kThroughput));
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type(instruction));
    if (vector && isDividedInFloats(instruction))
      return processor_.integerDivision *
             std::max(1.0, 64.0 * vector->getNumElements() / registerBits_);
    if (vector && isDividedAlone(instruction))
      return vector->getNumElements() *
             (divisionOfOne(instruction) + accesses_.ofMovedLane(instruction));
    if (isMadeOfShift(instruction))
      return number(target_.getArithmeticInstrCost(
                 llvm::Instruction::Shl, type(instruction), kThroughput, {},
                 Target::getOperandInfo(instruction.getOperand(1)))) +
             number(target_.getArithmeticInstrCost(llvm::Instruction::Add, type(instruction),
                                                   kThroughput));
    if (instruction.isBinaryOp() || instruction.isUnaryOp())
      return number(target_.getArithmeticInstrCost(
          opcode, type(instruction), kThroughput, Target::getOperandInfo(instruction.getOperand(0)),
          Target::getOperandInfo(instruction.getOperand(instruction.getNumOperands() - 1))));
    if (instruction.isCast() && type(instruction) == type(*instruction.getOperand(0)))
      return 0;  // ofHalves() has all of it
    if (instruction.isCast())
      return number(target_.getCastInstrCost(opcode, type(instruction),
                                             type(*instruction.getOperand(0)),
                                             Target::CastContextHint::None, kThroughput));
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
      return number(target_.getCmpSelInstrCost(opcode, type(instruction),
                                               type(*choice->getCondition()),
                                               llvm::CmpInst::BAD_ICMP_PREDICATE, kThroughput));
    const auto& comparison = llvm::cast<llvm::CmpInst>(instruction);
    return number(target_.getCmpSelInstrCost(opcode, type(*instruction.getOperand(0)),
                                             type(instruction), comparison.getPredicate(),
                                             kThroughput));
  }

  // expand-fma computes vectors of float in double. LLVM makes a call for each element of others.
  double ofFmaInParts(llvm::Type& type) const {
    constexpr double kOperationsInDouble = 24;
    const double components = componentsOf(&type);
    if (components == 1 || !type.getScalarType()->isFloatTy())
      return components * processor_.libraryCall;
    return kOperationsInDouble * std::max(1.0, 64.0 * components / registerBits_);
  }

  double divisionOfOne(const llvm::Instruction& division) const {
    return number(target_.getArithmeticInstrCost(division.getOpcode(),
                                                 division.getType()->getScalarType(), kThroughput,
                                                 Target::getOperandInfo(division.getOperand(0)),
                                                 Target::getOperandInfo(division.getOperand(1)))) /
           processor_.scalarOverlap;
  }

  double registersOf(const llvm::Value& value, bool widened) const {
    const auto bits = static_cast<double>(layout_.getTypeSizeInBits(value.getType()));
    return std::max(1.0, bits * (widened ? lanes_ : 1) / registerBits_);
  }

  LaneCosts ofElementwise(const llvm::Instruction& instruction) const {
    if (instruction.getType()->isAggregateType() || llvm::isa<llvm::FreezeInst>(instruction))
      return {};
    double one = operationCost(instruction, false);
    if (occupiesDivider(instruction)) one /= processor_.scalarOverlap;
    return {one * lanes_, isScalar(instruction) ? one : operationCost(instruction, true)};
  }

  LaneCosts ofCall(const llvm::CallInst& call) const {
    if (!call.getType()->isVoidTy() && isScalar(call))
      return isElementwise(call)
                 ? ofElementwise(call)
                 : LaneCosts{processor_.libraryCall * lanes_, processor_.libraryCall};
    switch (formOf(call, plan_)) {
      case CallForm::ForCompilers:
      case CallForm::Scope:
      case CallForm::Kernel:
      case CallForm::RowId: return {};
      case CallForm::InterleavedCopy: return ofCopy(llvm::cast<llvm::MemIntrinsic>(call));
      case CallForm::Elementwise: return ofElementwise(call);
      case CallForm::Reduction: {
        const double components = componentsOf(call.getArgOperand(0)->getType());
        return {components * lanes_, components * registersOf(call, true)};
      }
      case CallForm::LibraryVariants: return ofVariants(call);
      case CallForm::ImageVariants:
        return {processor_.imageLookup * lanes_,
                processor_.imageLookupOfRegister * accesses_.registersOfWords()};
      // One reservation, and a copy for each lane.
      case CallForm::PipeOfLanes:
        return {processor_.libraryCall * lanes_,
                processor_.libraryCall + accesses_.ofMovedLane(call) * lanes_};
      case CallForm::FunctionOfLanes:
      case CallForm::LaneByLane: return ofCallOfFunction(call);
    }
    llvm_unreachable("every form has its case");
  }

  LaneCosts ofCallOfFunction(const llvm::CallInst& call) const {
    if (const LaneFunction* function = plan_.functionOf(call))
      return {function->oneByOne / processor_.scalarOverlap,
              function->costsLess ? function->together : function->laneByLane};
    return {processor_.libraryCall * lanes_,
            (processor_.libraryCall + accesses_.ofMovedLane(call)) * lanes_};
  }

  LaneCosts ofVariants(const llvm::CallInst& call) const {
    const LibraryFunction function = *libraryFunctionOf(call, lanes_);
    double together = processor_.libraryCall * std::ceil(1.0 * lanes_ / function.lanes);
    for (const llvm::Value* argument : call.args())
      if (argument->getType()->isPointerTy())
        together += accesses_.ofSecondResult(*argument, secondResultOf(call, function));
    return {processor_.libraryCall * lanes_, componentsOf(call.getType()) * together};
  }

  // A load and a store of each element of an interleaved variable. One work-item moves several
  // elements at a time.
  LaneCosts ofCopy(const llvm::MemIntrinsic& memory) const {
    const llvm::AllocaInst* variable = interleavedVariable(*memory.getRawDest());
    if (!variable)
      variable = interleavedVariable(*llvm::cast<llvm::MemCpyInst>(memory).getRawSource());
    const auto bytes = static_cast<double>(interleavedBytes(*variable));
    const double elements =
        static_cast<double>(llvm::cast<llvm::ConstantInt>(memory.getLength())->getZExtValue()) /
        bytes;
    return {2 * lanes_ * std::ceil(elements / processor_.copiedElements),
            2 * elements * std::max(1.0, 8 * bytes * lanes_ / registerBits_)};
  }

  const Plan& plan_;
  const unsigned lanes_;
  const double registerBits_;
  const bool computesHalf_;
  const bool hasFma_;
  const Processor& processor_;
  const Shapes& shapes_;
  const llvm::LoopInfo& loops_;
  const Target& target_;
  const llvm::DataLayout& layout_;
  const AccessCosts accesses_;
  const double registersOfMask_;
};

// The version of the loop for launches whose buffers are not known to be distinct
// (distinct_buffers.cpp).
bool isForSharedBuffers(const llvm::Loop& loop) {
  const llvm::BasicBlock* preheader = loop.getLoopPreheader();
  const llvm::BasicBlock* before = preheader ? preheader->getSinglePredecessor() : nullptr;
  const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  return branch && branch->isConditional() && branch->getSuccessor(1) == preheader &&
         kernelCallOf(*branch->getCondition()) == KernelCall::HasDistinctBuffers;
}

using Lateness = llvm::DenseMap<const llvm::Loop*, double>;

Lateness latenessOfAll(const llvm::LoopInfo& loops, const Masks& masks, const Shapes& shapes,
                       unsigned lanes) {
  Lateness all;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    all[loop] = latenessOf(*loop, masks, shapes, lanes);
  return all;
}

// In a loop, behind a branch out of it: a work-item comes here in all iterations but the last.
bool isBehindExit(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  const llvm::Loop* loop = loops.getLoopFor(&block);
  return before && loop && loop->contains(before) && loop->isLoopExiting(before);
}

// The share of work-items that come to a block as its branch says: nothing, where it says nothing.
std::optional<double> expectedShare(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  uint64_t first, second;
  if (!branch || !llvm::extractBranchWeights(*branch, first, second) || first + second == 0)
    return std::nullopt;
  const uint64_t own = branch->getSuccessor(0) == &block ? first : second;
  return static_cast<double>(own) / static_cast<double>(first + second);
}

// How often a block runs: for one work-item, and for a vector.
LaneCosts weightOf(const llvm::BasicBlock& block, const Shapes& shapes, const Masks& masks,
                   const Lateness& lateness, const llvm::LoopInfo& loops) {
  double iterations = 1, late = 1;
  for (const llvm::Loop* loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
    if (isForSharedBuffers(*loop) || isForLanesLeft(*loop)) return {};
    iterations = std::min(iterations * kIterations, kMostWeight);
    // Lanes that are late in an inner loop are so in the outer ones, too.
    late = std::max(late, lateness.lookup(loop));
  }
  LaneCosts weight{iterations, iterations * late};
  const llvm::BasicBlock& begin = masks.maskOf(block);
  if (begin.isEntryBlock() || loops.isLoopHeader(&begin) || isBehindExit(begin, loops) ||
      isBehindIds(begin, shapes))
    return weight;
  const std::optional<double> share = expectedShare(begin);
  if (share && *share < kRareShare) return {};
  weight.oneByOne *= share && *share > 1 - kRareShare ? 1 : kTaken;
  return weight;
}

// The function that the instruction calls, if it has a copy for lanes.
const LaneFunction* calledFunction(const llvm::Instruction& instruction, const Plan& plan) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call ? plan.functionOf(*call) : nullptr;
}

// What an instruction costs a vector. Lanes that come to a call in a condition are fewer than those
// in front of it, and their conditions in the callee agree more: without that, the estimate of
// functions that call each other in conditions would grow with a power of their depth.
double togetherOf(const LaneCosts& cost, const LaneFunction* called, const LaneCosts& weight) {
  if (!called || weight.oneByOne >= weight.together) return weight.together * cost.together;
  if (!called->costsLess) return weight.oneByOne * cost.together;  // of lanes that are active
  return kTakenByVector * weight.together * (called->together + called->inAgreement) / 2;
}

double inAgreementOf(const LaneCosts& cost, const LaneFunction* called, const LaneCosts& weight) {
  return weight.oneByOne * (called && called->costsLess ? called->inAgreement : cost.together);
}

// What loops take longer than their instructions, because iterations wait for each other.
class Waits {
 public:
  Waits(const llvm::LoopInfo& loops, unsigned lanes) : loops_(loops), lanes_(lanes) {}

  /// \param cost of an instruction of the block, as often as `weight` says.
  void add(const llvm::BasicBlock& block, const LaneCosts& weight, const LaneCosts& cost) {
    const llvm::Loop* loop = loops_.getLoopFor(&block);
    if (!loop || !loop->isInnermost()) return;
    Work& work = works_[loop];
    if (loop->getHeader() == &block) work.weight = weight;
    work.cost.oneByOne += cost.oneByOne;
    work.cost.together += cost.together;
  }

  LaneCosts idle() const {
    LaneCosts sum;
    for (const auto& [loop, work] : works_) {
      const double latency = kWorkOfCycle * latencyOf(*loop, loops_);
      sum.oneByOne += std::max(0.0, latency * lanes_ * work.weight.oneByOne - work.cost.oneByOne);
      sum.together += std::max(0.0, latency * work.weight.together - work.cost.together);
    }
    return sum;
  }

 private:
  struct Work {
    LaneCosts weight, cost;
  };
  const llvm::LoopInfo& loops_;
  const unsigned lanes_;
  llvm::MapVector<const llvm::Loop*, Work> works_;
};

}  // namespace

LaneCosts costsOf(const llvm::Function& kernel, const Plan& plan) {
  const llvm::Module& module = *kernel.getParent();
  const LaneFacts& facts = plan.facts();
  const llvm::LoopInfo& loops = facts.loops;
  const Shapes& shapes = facts.shapes;
  const Masks& masks = facts.paths.masks;
  const Estimate estimate(module, plan);
  const AccessCosts& accesses = estimate.ofAccesses();
  const double overlap = processorOf(module).scalarOverlap;
  LaneCosts sum;
  const double liveMask = accesses.ofLiveMask();
  sum.masks = liveMask;
  const Lateness lateness = latenessOfAll(loops, masks, shapes, facts.lanes);
  Waits waits(loops, facts.lanes);
  for (const llvm::BasicBlock& block : kernel) {
    const LaneCosts weight = weightOf(block, shapes, masks, lateness, loops);
    const double longWeight = std::pow(kManyIterations, loops.getLoopDepth(&block));
    const bool hasAllLanes = masks.hasAllLanes(block);
    for (const llvm::Instruction& instruction : block) {
      const LaneCosts cost = estimate.of(instruction);
      const LaneFunction* called = calledFunction(instruction, plan);
      const LaneCosts weighted{overlap * weight.oneByOne * cost.oneByOne,
                               togetherOf(cost, called, weight)};
      sum.inAgreement += inAgreementOf(cost, called, weight);
      sum.oneByOne += weighted.oneByOne;
      sum.together += weighted.together;
      waits.add(block, weight, weighted);
      sum.inLongLoops += longWeight * cost.together;
      if (kernelCallOf(instruction) == KernelCall::Barrier) sum.masks += longWeight * liveMask;
      sum.masks += longWeight * accesses.ofTests(instruction);
      if (accesses.mayHaveMask(instruction) && !accesses.hasMaskInstruction(instruction))
        sum.hasMaskInstructions = false;
      if (!hasAllLanes)
        (masks.maskOf(block).isEntryBlock() ? sum.masks : sum.guarded) +=
            longWeight * accesses.ofMask(instruction);
    }
  }
  const LaneCosts idle = waits.idle();
  sum.oneByOne += idle.oneByOne;
  sum.together += idle.together;
  return sum;
}

}  // namespace lanewise
