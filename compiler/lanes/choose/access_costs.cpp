// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each form of an access costs what it is made of: target/processor.def has the numbers.
#include "compiler/lanes/choose/access_costs.h"

#include "compiler/lanes/plan/plan.h"
#include "compiler/target/mask_registers.h"
#include "compiler/target/processor.h"
#include "compiler/target/vector_registers.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cmath>

namespace lanewise {
namespace {

llvm::Type* accessed(const llvm::Instruction& access) {
  return llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&access));
}

llvm::Align alignOf(const llvm::Instruction& access) {
  return llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&access));
}

unsigned componentsOf(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

}  // namespace

// What each lane loads or stores.
struct AccessCosts::Values {
  llvm::Type* type;
  double bits;
  llvm::Align align;
  bool isLoad;
};

AccessCosts::AccessCosts(const llvm::Module& module, const Plan& plan)
    : plan_(plan),
      lanes_(plan.facts().lanes),
      registerBits_(vectorRegisterBits(module)),
      processor_(processorOf(module)),
      shapes_(plan.facts().shapes),
      loops_(plan.facts().loops),
      target_(plan.target()),
      layout_(module.getDataLayout()) {}

bool AccessCosts::mayHaveMask(const llvm::Instruction& access) const {
  const AccessPlan* plan = plan_.find(access);
  return plan && plan->stride && !accessed(access)->isAggregateType();
}

bool AccessCosts::hasMaskInstruction(const llvm::Instruction& access) const {
  llvm::Type* type = accessed(access);
  if (!type->isAggregateType())
    type = llvm::FixedVectorType::get(type->getScalarType(), componentsOf(type) * lanes_);
  return llvm::isa<llvm::LoadInst>(access) ? target_.isLegalMaskedLoad(type, alignOf(access))
                                           : target_.isLegalMaskedStore(type, alignOf(access));
}

double AccessCosts::bitsOf(const llvm::Instruction& access) const {
  return static_cast<double>(layout_.getTypeSizeInBits(accessed(access)).getFixedValue());
}

double AccessCosts::ofMask(const llvm::Instruction& access) const {
  if (!mayHaveMask(access)) return 0;
  if (!hasMaskInstruction(access)) return processor_.laneAccess * lanes_;
  return (llvm::isa<llvm::LoadInst>(access) ? processor_.maskedLoad : processor_.maskedStore) *
         std::max(1.0, bitsOf(access) * lanes_ / registerBits_);
}

double AccessCosts::ofTests(const llvm::Instruction& access) const {
  const AccessPlan* plan = plan_.find(access);
  if (!plan || !plan->assumed) return 0;
  return processor_.maskOperation *
         static_cast<double>(llvm::count_if(plan->assumed->assumptions, [](const auto* assumption) {
           return !AssumedStrides::isPart(*assumption);
         }));
}

double AccessCosts::registersOfWords() const {
  return std::max(1.0, 32.0 * lanes_ / registerBits_);
}

double AccessCosts::ofLiveMask() const { return processor_.liveMask * registersOfWords(); }

double AccessCosts::ofMovedLane(const llvm::Instruction& instruction) const {
  double moved = instruction.use_empty() ? 0 : processor_.laneMove;
  for (const llvm::Value* operand : instruction.operand_values())
    if (shapes_.of(*operand).kind == Step::Varying) moved += processor_.laneMove;
  return moved;
}

uint64_t AccessCosts::bytesOf(llvm::Type* type) const {
  return layout_.getTypeStoreSize(type).getFixedValue();
}

LaneCosts AccessCosts::of(const llvm::Instruction& access) const {
  const AccessPlan& plan = plan_.of(access);
  const double one = std::max(1.0, bitsOf(access) / registerBits_);
  const LaneCosts laneByLane{one * lanes_, (one + ofMovedLane(access)) * lanes_};
  switch (plan.kind()) {
    case AccessKind::LaneByLane: return laneByLane;
    // The last lane's store waits as long as one of each lane did, if it is atomic.
    case AccessKind::Shared: return access.isAtomic() ? laneByLane : LaneCosts{one * lanes_, one};
    case AccessKind::Interleaved:
      if (shapes_.isUniform(*llvm::getLoadStorePointerOperand(&access)))
        return {one * lanes_, std::max(1.0, bitsOf(access) * lanes_ / registerBits_)};
      break;
    default: break;
  }
  return plan.isNear ? ofNear(access, plan) : LaneCosts{one * lanes_, ofFar(access, plan)};
}

// The lanes' values are in few cache lines, also where they are gathered. A work-item after another
// one touches each of them again.
LaneCosts AccessCosts::ofNear(const llvm::Instruction& access, const AccessPlan& plan) const {
  const double bits = bitsOf(access);
  const double across = loops_.getLoopFor(access.getParent()) ? processor_.columnAccess
                                                              : std::max(1.0, bits / registerBits_);
  const double apart = std::abs(static_cast<double>(*plan.stride)) * 8 / bits;
  if (apart > 1 && isSlowWithMask(access, target_))  // each lane stores its own
    return {across * lanes_, processor_.laneMove * componentsOf(accessed(access)) * lanes_};
  const double registers = std::max(1.0, bits * lanes_ / registerBits_);
  const double test = plan.assumed ? processor_.maskOperation : 0;
  return {across * lanes_, registers * apart * (apart > 1 ? 2 : 1) + test};
}

double AccessCosts::ofFar(const llvm::Instruction& access, const AccessPlan& plan) const {
  const double scattered = ofScattered(
      {accessed(access), bitsOf(access), alignOf(access), llvm::isa<llvm::LoadInst>(access)});
  double pieces = 0;
  for (const AccessForm& form : plan.forms) {
    if (form.kind != AccessKind::Pieces) return scattered;
    pieces += static_cast<double>(form.pieces->begins.size());
  }
  return std::min(scattered, processor_.piece * pieces);
}

// A gather or scatter: the distance of the lanes' values is large or not known.
double AccessCosts::ofScattered(const Values& values) const {
  const auto [type, bits, align, isLoad] = values;
  if (type->isAggregateType()) return processor_.laneAccess * lanes_ * 2;
  if (isLoad && std::fmod(bits, processor_.blockBits) == 0)
    return lanes_ * processor_.block * bits / processor_.blockBits;
  llvm::Type* word = llvm::IntegerType::get(type->getContext(), bits > 32 ? 64 : 32);
  llvm::Type* words = llvm::FixedVectorType::get(word, lanes_);
  const bool hasInstruction =
      bits <= 64 && (isLoad ? target_.isLegalMaskedGather(words, align)
                            : bits >= 32 && target_.isLegalMaskedScatter(words, align));
  const double perLane = hasInstruction ? processor_.gatheredElement : processor_.laneAccess;
  return lanes_ * perLane * std::max(1.0, bits / 128);
}

double AccessCosts::ofSecondResult(const llvm::Value& address, llvm::Type* type) const {
  const double bits = static_cast<double>(layout_.getTypeSizeInBits(type).getFixedValue());
  const double registers = std::max(1.0, bits * lanes_ / registerBits_);
  const AccessForm form = plan_.ofStoredLeaf(address, {type, 0});
  if (form.kind == AccessKind::Interleaved && shapes_.isUniform(address)) return 2 * registers;
  if (form.kind != AccessKind::Run)
    return registers + ofScattered({type, bits, llvm::Align(bytesOf(type)), false});
  const double apart = std::abs(form.distance.slots);
  const double test = form.assumed ? processor_.maskOperation : 0;
  return registers + registers * apart * (apart > 1 ? 2 : 1) + test;
}

}  // namespace lanewise
