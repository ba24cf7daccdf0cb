// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each form of an access costs what it is made of: target/processor.def has the numbers.
#include "compiler/lanes/choose/access_costs.h"

#include "compiler/contract/interleaved.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/write/lane_memory.h"
#include "compiler/lanes/write/lane_pieces.h"
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

AccessCosts::AccessCosts(const llvm::Module& module, const LaneFacts& facts,
                         const llvm::TargetTransformInfo& target)
    : facts_(facts),
      lanes_(facts.lanes),
      registerBits_(vectorRegisterBits(module)),
      processor_(processorOf(module)),
      shapes_(facts.shapes),
      assumed_(facts.assumed),
      loops_(facts.loops),
      target_(target),
      layout_(module.getDataLayout()) {}

bool AccessCosts::mayHaveMask(const llvm::Instruction& access) const {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  if (!address || shapes_.of(*address).kind == Step::Uniform) return false;
  if (shapes_.of(*address).kind == Step::Varying && !assumed_.of(*address)) return false;
  return !accessed(access)->isAggregateType();
}

bool AccessCosts::hasMaskInstruction(const llvm::Instruction& access) const {
  llvm::Type* type = accessed(access);
  if (!type->isAggregateType())
    type = llvm::FixedVectorType::get(type->getScalarType(), componentsOf(type) * lanes_);
  return llvm::isa<llvm::LoadInst>(access) ? target_.isLegalMaskedLoad(type, alignOf(access))
                                           : target_.isLegalMaskedStore(type, alignOf(access));
}

double AccessCosts::ofMask(const llvm::Instruction& access) const {
  if (!mayHaveMask(access)) return 0;
  if (!hasMaskInstruction(access)) return processor_.laneAccess * lanes_;
  const double bits =
      static_cast<double>(layout_.getTypeSizeInBits(accessed(access)).getFixedValue());
  return (llvm::isa<llvm::LoadInst>(access) ? processor_.maskedLoad : processor_.maskedStore) *
         std::max(1.0, bits * lanes_ / registerBits_);
}

double AccessCosts::ofTests(const llvm::Instruction& access) const {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  const AssumedStride* assumed = address ? assumed_.of(*address) : nullptr;
  if (!assumed) return 0;
  return processor_.maskOperation *
         static_cast<double>(llvm::count_if(assumed->assumptions, [](const auto* assumption) {
           return !AssumedStrides::isPart(*assumption);
         }));
}

double AccessCosts::ofLiveMask() const {
  return processor_.liveMask * std::max(1.0, lanes_ * 32.0 / registerBits_);
}

double AccessCosts::ofMovedLane(const llvm::Instruction& instruction) const {
  double moved = instruction.use_empty() ? 0 : processor_.laneMove;
  for (const llvm::Value* operand : instruction.operand_values())
    if (shapes_.of(*operand).kind == Step::Varying) moved += processor_.laneMove;
  return moved;
}

uint64_t AccessCosts::bytesOf(llvm::Type* type) const {
  return layout_.getTypeStoreSize(type).getFixedValue();
}

// Each lane stores its own then.
bool AccessCosts::leavesGapsSlowly(const llvm::Instruction& access, bool leavesGaps) const {
  return leavesGaps && isSlowWithMask(access, target_);
}

LaneCosts AccessCosts::of(const llvm::Instruction& access) const {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  llvm::Type* type = accessed(access);
  const double bits = static_cast<double>(layout_.getTypeSizeInBits(type).getFixedValue());
  const double one = std::max(1.0, bits / registerBits_);
  const Step shape = shapes_.of(*address);
  if (access.isVolatile() || access.isAtomic())
    return {one * lanes_, (one + ofMovedLane(access)) * lanes_};
  if (shape.kind == Step::Uniform && !interleavedVariable(*address)) return {one * lanes_, one};
  const double registers = std::max(1.0, bits * lanes_ / registerBits_);
  if (shape.kind == Step::Uniform) return {one * lanes_, registers};
  const AssumedStride* assumed = assumed_.of(*address);
  if (shape.kind == Step::Strided || assumed) {
    const int64_t stride = assumed ? assumed->stride : shape.stride;
    const double apart = std::abs(static_cast<double>(stride)) * 8 / bits;
    const double test = assumed ? processor_.maskOperation : 0;
    const double across = loops_.getLoopFor(access.getParent()) ? processor_.columnAccess : one;
    if (apart <= kMostSlots && leavesGapsSlowly(access, apart > 1))
      return {across * lanes_, processor_.laneMove * componentsOf(type) * lanes_};
    if (apart <= kMostSlots)
      return {across * lanes_, registers * apart * (apart > 1 ? 2 : 1) + test};
  }
  const double scattered =
      ofScattered({type, bits, alignOf(access), llvm::isa<llvm::LoadInst>(access)});
  if (const LanePattern* pattern = facts_.patterns().of(*address))
    if (const auto pieces = piecesOf(*pattern, bytesOf(type->getScalarType()), componentsOf(type)))
      if (!leavesGapsSlowly(access, pieces->begins.size() > componentsOf(type)))
        return {one * lanes_,
                std::min(scattered, processor_.piece * static_cast<double>(pieces->begins.size()))};
  return {one * lanes_, scattered};
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
  const double scattered = ofScattered({type, bits, llvm::Align(bytesOf(type)), false});
  const Step shape = shapes_.of(address);
  if (interleavedVariable(address))
    return registers + (shape.kind == Step::Uniform ? registers : scattered);
  const AssumedStride* assumed = assumed_.of(address);
  if (shape.kind == Step::Strided || assumed) {
    const double apart =
        std::abs(static_cast<double>(assumed ? assumed->stride : shape.stride)) * 8 / bits;
    const double test = assumed ? processor_.maskOperation : 0;
    if (apart == 1) return 2 * registers + test;
    if (apart > 1 && apart <= kMostSlots && hasMaskRegisters(target_, type->getContext()))
      return registers + 2 * registers * apart + test;
  }
  return registers + scattered;
}

}  // namespace lanewise
