// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-sub-groups: lowers the instructions of sub_group_instructions.def for sub-groups of one
// work-item. A reduction is its value, an exclusive scan its identity. A value from another
// work-item is the work-item's own, since its index is out of range. No instruction waits or is
// convergent.
#include "compiler/lower/passes.h"

#include "compiler/admit/sub_group_instructions.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

using Form = SubGroupForm;
enum class Identity {
  None,
  Zero,
  One,
  AllBits,
  LargestSigned,
  SmallestSigned,
  Infinity,
  MinusInfinity
};

struct Row {
  llvm::StringRef instruction;
  Form form;
  Identity identity;
};

constexpr Row kRows[] = {
#define SUB_GROUP_INSTRUCTION(name, form, value, identity) {#name, Form::form, Identity::identity},
#include "compiler/admit/sub_group_instructions.def"
};

llvm::Constant* identityOf(Identity identity, llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (identity) {
    case Identity::None:
    case Identity::Zero: return llvm::Constant::getNullValue(type);
    case Identity::One:
      return type->isFPOrFPVectorTy() ? llvm::ConstantFP::get(type, 1.0)
                                      : llvm::ConstantInt::get(type, 1);
    case Identity::AllBits: return llvm::Constant::getAllOnesValue(type);
    case Identity::LargestSigned:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
    case Identity::SmallestSigned:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    case Identity::Infinity: return llvm::ConstantFP::getInfinity(type);
    case Identity::MinusInfinity: return llvm::ConstantFP::getInfinity(type, /*Negative=*/true);
  }
  llvm_unreachable("every identity has its case");
}

bool isOperation(const llvm::Value* operand, spv::GroupOperation operation) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operand);
  return constant && constant->getZExtValue() == uint64_t(operation);
}

llvm::Value* collective(llvm::CallInst& call, Identity identity) {
  if (isOperation(call.getArgOperand(1), spv::GroupOperation::ExclusiveScan))
    return identityOf(identity, call.getType());
  return call.getArgOperand(2);
}

// A number that is not equal to itself is not equal to all.
llvm::Value* allEqual(Builder& builder, llvm::Value* value) {
  llvm::Value* equal = value->getType()->isFPOrFPVectorTy() ? builder.CreateFCmpOEQ(value, value)
                                                            : builder.CreateICmpEQ(value, value);
  return equal->getType()->isVectorTy() ? builder.CreateAndReduce(equal) : equal;
}

llvm::Value* bitsOf(Builder& builder, llvm::Value* ballot) {
  return builder.CreateBitCast(ballot, builder.getIntNTy(128));
}

llvm::Value* ballot(Builder& builder, llvm::CallInst& call) {
  llvm::Value* own = subGroupMask(builder, SubGroupMask::Equal);
  llvm::Value* votes =
      builder.CreateSelect(builder.CreateTrunc(call.getArgOperand(1), builder.getInt1Ty()), own,
                           llvm::Constant::getNullValue(own->getType()));
  return builder.CreateBitCast(votes, call.getType());
}

llvm::Value* bitAt(Builder& builder, llvm::Value* ballot, llvm::Value* index) {
  llvm::Value* bits = bitsOf(builder, ballot);
  llvm::Value* shift = builder.CreateAnd(builder.CreateZExt(index, bits->getType()), 127);
  return builder.CreateTrunc(builder.CreateLShr(bits, shift), builder.getInt1Ty());
}

llvm::Value* bitCount(Builder& builder, llvm::CallInst& call) {
  const llvm::Value* operation = call.getArgOperand(1);
  const SubGroupMask mask =
      isOperation(operation, spv::GroupOperation::InclusiveScan)   ? SubGroupMask::LessOrEqual
      : isOperation(operation, spv::GroupOperation::ExclusiveScan) ? SubGroupMask::Less
                                                                   : SubGroupMask::All;
  llvm::Value* bits =
      builder.CreateAnd(bitsOf(builder, call.getArgOperand(2)), subGroupMask(builder, mask));
  return builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
}

// Of no bit at all some value: the language leaves it open.
llvm::Value* findBit(Builder& builder, llvm::CallInst& call, bool highest) {
  llvm::Value* bits = builder.CreateAnd(bitsOf(builder, call.getArgOperand(1)),
                                        subGroupMask(builder, SubGroupMask::All));
  llvm::Value* zeros = builder.CreateBinaryIntrinsic(
      highest ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz, bits, builder.getFalse());
  return highest ? builder.CreateSub(builder.getIntN(128, 127), zeros) : zeros;
}

// Operands: two values that stand one after the other, and how far to go from the own place in the
// first (down) or back from that in the second (up).
llvm::Value* relativeShuffle(Builder& builder, llvm::CallInst& call, bool down) {
  llvm::Value* own = call.getArgOperand(down ? 0 : 1);
  llvm::Value* other = call.getArgOperand(down ? 1 : 0);
  llvm::Value* delta = call.getArgOperand(2);
  return builder.CreateSelect(
      builder.CreateICmpEQ(delta, llvm::Constant::getNullValue(delta->getType())), own, other);
}

// A component of every work-item, then the next of every work-item: for one, a vector. The pointer
// is promised to be aligned for an element, and for more only where one writes.
llvm::Value* blockRead(Builder& builder, llvm::CallInst& call) {
  return builder.CreateAlignedLoad(call.getType(), call.getArgOperand(0),
                                   llvm::Align(call.getType()->getScalarSizeInBits() / 8));
}

llvm::Value* blockWrite(Builder& builder, llvm::CallInst& call) {
  llvm::Value* data = call.getArgOperand(1);
  return builder.CreateAlignedStore(data, call.getArgOperand(0),
                                    llvm::Align(data->getType()->getScalarSizeInBits() / 8));
}

llvm::Value* lowerRow(Builder& builder, const Row& row, llvm::CallInst& call) {
  switch (row.form) {
    case Form::Collective: return collective(call, row.identity);
    case Form::Exchange: return call.getArgOperand(1);
    case Form::Elect: return builder.getTrue();
    case Form::AllEqual: return allEqual(builder, call.getArgOperand(1));
    case Form::Ballot: return ballot(builder, call);
    case Form::InverseBallot:
      return bitAt(builder, call.getArgOperand(1), subGroupLocalId(builder));
    case Form::BallotBitExtract:
      return bitAt(builder, call.getArgOperand(1), call.getArgOperand(2));
    case Form::BallotBitCount: return bitCount(builder, call);
    case Form::BallotFindLSB: return findBit(builder, call, false);
    case Form::BallotFindMSB: return findBit(builder, call, true);
    case Form::Shuffle: return call.getArgOperand(0);
    case Form::ShuffleDown: return relativeShuffle(builder, call, true);
    case Form::ShuffleUp: return relativeShuffle(builder, call, false);
    case Form::BlockRead: return blockRead(builder, call);
    case Form::BlockWrite: return blockWrite(builder, call);
  }
  llvm_unreachable("every form has its case");
}

llvm::Value* lower(llvm::CallInst& call, const SpirvName& name) {
  const Row* row =
      llvm::find_if(kRows, [&](const Row& one) { return one.instruction == name.instruction; });
  if (name.openclStd || row == std::end(kRows)) return nullptr;
  if (hasScope(row->form) && scopeOf(call.getArgOperand(0)) != spv::Scope::Subgroup) return nullptr;
  Builder builder(&call);
  if (const uint64_t size = subGroupSizeOf(*call.getFunction()); size != 1) {
    reportUnsupported(
        call, name.sourceName() + " in sub-groups of " + std::to_string(size) + " work-items");
    return builder.getTrue();
  }
  llvm::Value* value = lowerRow(builder, *row, call);
  // Numbers of work-items come as wide as a mask.
  if (call.getType()->isIntegerTy()) value = builder.CreateZExtOrTrunc(value, call.getType());
  return value;
}

}  // namespace

llvm::PreservedAnalyses LowerSubGroupsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lower);
}

}  // namespace lanewise
