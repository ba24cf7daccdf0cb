// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-sub-groups: lowers the instructions of sub_group_instructions.def to the calls of
// sub_group_calls.def, which stage lanes replaces by operations on vectors. For sub-groups of one
// work-item emit() gives the result at once: no value comes from another work-item.
#include "compiler/contract/pass.h"

#include "compiler/lower/group_instructions.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>

namespace lanewise {

/// Requires: kernels say how many work-items their sub-groups have ("lanewise-sub-group-size"; one
/// if they do not). Ensures: no instruction of sub_group_instructions.def at the scope of
/// sub-groups is left; calls of sub-groups took their place. Why here: the size is the kernel's, so
/// functions must be inlined.
MODULE_PASS(LowerSubGroupsPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Form = SubGroupForm;

// Lowers one instruction in front of its call.
class Lowering {
 public:
  explicit Lowering(llvm::CallInst& call)
      : call_(call), builder_(&call), size_(subGroupSizeOf(*call.getFunction())) {}

  llvm::Value* run(const GroupInstruction& row) {
    llvm::Value* value = lower(row);
    // Numbers of work-items have 32 bits, or as many as a mask.
    if (!call_.getType()->isIntegerTy()) return value;
    return builder_.CreateZExtOrTrunc(value, call_.getType());
  }

 private:
  llvm::Value* operand(unsigned index) const { return call_.getArgOperand(index); }
  llvm::Value* emit(const SubGroupCallName& name, llvm::ArrayRef<llvm::Value*> operands) {
    return emitForSubGroup(builder_, name, operands);
  }
  llvm::Value* localId() { return subGroupLocalId(builder_); }

  llvm::Value* number(unsigned index) {
    return builder_.CreateZExtOrTrunc(operand(index), builder_.getInt32Ty());
  }

  llvm::Value* truth(unsigned index) {
    return builder_.CreateTrunc(operand(index), builder_.getInt1Ty());
  }

  llvm::Value* ballotBits(unsigned index) { return bitsOfBallot(builder_, operand(index)); }

  llvm::Value* shuffle(llvm::Value* value, llvm::Value* from) {
    return emit({SubGroupCall::Shuffle}, {value, from});
  }

  llvm::Value* collective(CollectiveOperation operation) {
    llvm::Value* value = operand(2);
    if (isOperation(operand(1), spv::GroupOperation::ClusteredReduce))
      return emit({SubGroupCall::ClusteredReduce, operation},
                  {value, builder_.getInt32(clusterSize(3))});
    return emitCollectiveForSubGroup(builder_, collectiveFormOf(operand(1)), operation, value);
  }

  llvm::Value* reduce(CollectiveOperation operation, llvm::Value* value) {
    return emitCollectiveForSubGroup(builder_, CollectiveForm::Reduce, operation, value);
  }

  // A power of two, at most the size of the sub-group.
  uint32_t clusterSize(unsigned index) const {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operand(index));
    const uint64_t given = constant ? constant->getZExtValue() : size_;
    return static_cast<uint32_t>(std::bit_floor(std::clamp<uint64_t>(given, 1, size_)));
  }

  llvm::Value* rotate() {
    llvm::Value* own = localId();
    const uint32_t cluster = call_.arg_size() > 3 ? clusterSize(3) : static_cast<uint32_t>(size_);
    llvm::Value* inside = builder_.CreateAnd(builder_.CreateAdd(own, number(2)), cluster - 1);
    return shuffle(operand(1), builder_.CreateOr(builder_.CreateAnd(own, ~(cluster - 1)), inside));
  }

  // A number that is not equal to itself is not equal to all.
  llvm::Value* allEqual(llvm::Value* value) {
    llvm::Value* first = emit({SubGroupCall::BroadcastFirst}, {value});
    llvm::Value* equal = value->getType()->isFPOrFPVectorTy() ? builder_.CreateFCmpOEQ(value, first)
                                                              : builder_.CreateICmpEQ(value, first);
    if (equal->getType()->isVectorTy()) equal = builder_.CreateAndReduce(equal);
    return reduce(CollectiveOperation::And, equal);
  }

  llvm::Value* bitAt(llvm::Value* bits, llvm::Value* index) {
    llvm::Value* shift = builder_.CreateAnd(builder_.CreateZExt(index, bits->getType()),
                                            bits->getType()->getIntegerBitWidth() - 1);
    return builder_.CreateTrunc(builder_.CreateLShr(bits, shift), builder_.getInt1Ty());
  }

  llvm::Value* bitCount() {
    const llvm::Value* operation = operand(1);
    const SubGroupMask mask =
        isOperation(operation, spv::GroupOperation::InclusiveScan)   ? SubGroupMask::LessOrEqual
        : isOperation(operation, spv::GroupOperation::ExclusiveScan) ? SubGroupMask::Less
                                                                     : SubGroupMask::All;
    return builder_.CreateUnaryIntrinsic(
        llvm::Intrinsic::ctpop, builder_.CreateAnd(ballotBits(2), subGroupMask(builder_, mask)));
  }

  // The result is any value if no bit is set: the language leaves it open.
  llvm::Value* findBit(bool highest) {
    llvm::Value* bits =
        builder_.CreateAnd(ballotBits(1), subGroupMask(builder_, SubGroupMask::All));
    llvm::Value* zeros = builder_.CreateBinaryIntrinsic(
        highest ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz, bits, builder_.getFalse());
    llvm::Value* last =
        llvm::ConstantInt::get(bits->getType(), bits->getType()->getIntegerBitWidth() - 1);
    return highest ? builder_.CreateSub(last, zeros) : zeros;
  }

  // Operands: two values that stand one behind the other, and how far to go from the own place in
  // the first (down) or back from that in the second (up).
  llvm::Value* relativeShuffle(bool down) {
    llvm::Value* own = localId();
    llvm::Value* place =
        down ? builder_.CreateAdd(own, number(2)) : builder_.CreateSub(own, number(2));
    llvm::Value* first = shuffle(operand(0), place);
    llvm::Value* second = shuffle(operand(1), place);
    // Places before the sub-group have numbers that are too large, too.
    llvm::Value* inside = builder_.CreateICmpULT(place, builder_.getInt32(uint32_t(size_)));
    return down ? builder_.CreateSelect(inside, first, second)
                : builder_.CreateSelect(inside, second, first);
  }

  llvm::Value* lower(const GroupInstruction& row) {
    switch (row.form) {
      case Form::Collective: return collective(*row.operation);
      case Form::All: return reduce(CollectiveOperation::And, truth(1));
      case Form::Any: return reduce(CollectiveOperation::Or, truth(1));
      case Form::Broadcast: return emit({SubGroupCall::Broadcast}, {operand(1), number(2)});
      case Form::BroadcastFirst: return emit({SubGroupCall::BroadcastFirst}, {operand(1)});
      case Form::Shuffle: return shuffle(operand(1), number(2));
      case Form::ShuffleXor: return shuffle(operand(1), builder_.CreateXor(localId(), number(2)));
      case Form::ShuffleUp: return shuffle(operand(1), builder_.CreateSub(localId(), number(2)));
      case Form::ShuffleDown: return shuffle(operand(1), builder_.CreateAdd(localId(), number(2)));
      case Form::Rotate: return rotate();
      case Form::Elect:
        return builder_.CreateICmpEQ(localId(), emit({SubGroupCall::BroadcastFirst}, {localId()}));
      case Form::AllEqual: return allEqual(operand(1));
      case Form::Ballot: return ballotOf(builder_, emit({SubGroupCall::Ballot}, {truth(1)}));
      case Form::InverseBallot: return bitAt(ballotBits(1), localId());
      case Form::BallotBitExtract: return bitAt(ballotBits(1), number(2));
      case Form::BallotBitCount: return bitCount();
      case Form::BallotFindLSB: return findBit(false);
      case Form::BallotFindMSB: return findBit(true);
      case Form::IntelShuffle: return shuffle(operand(0), number(1));
      case Form::IntelShuffleXor:
        return shuffle(operand(0), builder_.CreateXor(localId(), number(1)));
      case Form::IntelShuffleDown: return relativeShuffle(true);
      case Form::IntelShuffleUp: return relativeShuffle(false);
      case Form::BlockRead: return emitBlockRead(builder_, call_.getType(), operand(0));
      case Form::BlockWrite: return emit({SubGroupCall::BlockWrite}, {operand(1), operand(0)});
    }
    llvm_unreachable("every form has its case");
  }

  llvm::CallInst& call_;
  Builder builder_;
  const uint64_t size_;
};

llvm::Value* lower(llvm::CallInst& call, const SpirvName& name) {
  const GroupInstruction* row = findGroupInstruction(name);
  if (!row) return nullptr;
  if (hasScope(row->form) && scopeOf(call.getArgOperand(0)) != spv::Scope::Subgroup) return nullptr;
  return Lowering(call).run(*row);
}

}  // namespace

llvm::PreservedAnalyses LowerSubGroupsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, lower);
}

}  // namespace lanewise
