// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: intrinsics leaf by leaf, functions of the device library by their vector variants, the
// rest lane by lane.
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/plan/call_form.h"
#include "compiler/lanes/write/elementwise.h"
#include "compiler/lanes/write/function_of_lanes.h"
#include "compiler/lanes/write/image_calls.h"
#include "compiler/lanes/write/pipe_calls.h"
#include "compiler/lanes/write/row_ids.h"
#include "compiler/lanes/write/widen_instruction.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/lower/variant_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 4>;

void copyCall(Widening& widening, llvm::CallInst& call) {
  llvm::Instruction* copy = call.clone();
  for (llvm::Use& operand : copy->operands()) operand.set(widening.scalar(operand.get()));
  widening.builder().Insert(copy);
}

// The reduction of the components of an OpenCL vector.
void widenReduction(Widening& widening, llvm::CallInst& call) {
  Builder& builder = widening.builder();
  const auto fold = [&](auto combine) {
    const Values leaves = widening.leaves(call.getArgOperand(0));
    llvm::Value* result = leaves[0];
    for (llvm::Value* leaf : llvm::ArrayRef(leaves).drop_front()) result = combine(result, leaf);
    widening.setLeaves(call, {result});
  };
  const auto binary = [&](llvm::Instruction::BinaryOps operation) {
    fold([&](llvm::Value* a, llvm::Value* b) { return builder.CreateBinOp(operation, a, b); });
  };
  const auto extremum = [&](llvm::Intrinsic::ID intrinsic) {
    fold([&](llvm::Value* a, llvm::Value* b) {
      return builder.CreateBinaryIntrinsic(intrinsic, a, b);
    });
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reduce_add: return binary(llvm::Instruction::Add);
    case llvm::Intrinsic::vector_reduce_mul: return binary(llvm::Instruction::Mul);
    case llvm::Intrinsic::vector_reduce_and: return binary(llvm::Instruction::And);
    case llvm::Intrinsic::vector_reduce_or: return binary(llvm::Instruction::Or);
    case llvm::Intrinsic::vector_reduce_xor: return binary(llvm::Instruction::Xor);
    case llvm::Intrinsic::vector_reduce_smax: return extremum(llvm::Intrinsic::smax);
    case llvm::Intrinsic::vector_reduce_smin: return extremum(llvm::Intrinsic::smin);
    case llvm::Intrinsic::vector_reduce_umax: return extremum(llvm::Intrinsic::umax);
    case llvm::Intrinsic::vector_reduce_umin: return extremum(llvm::Intrinsic::umin);
    default: llvm_unreachable("formOf() knows the same reductions");
  }
}

// An argument without effect on the lanes that are not active: 1 takes no slow path anywhere.
llvm::Value* maskedArgument(Widening& widening, llvm::Value* argument) {
  llvm::Type* type = argument->getType();
  llvm::Constant* one =
      type->isFPOrFPVectorTy() ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
  return widening.builder().CreateSelect(widening.mask, argument, one);
}

// A second result: where the variant writes it, and where the lanes want it.
struct SecondResult {
  llvm::AllocaInst* buffer;
  llvm::Value* target;
  llvm::Type* type;
  unsigned leaf;
};

void storeSecond(Widening& widening, const SecondResult& second) {
  Builder& builder = widening.builder();
  const uint64_t size = widening.layout().getTypeStoreSize(second.type).getFixedValue();
  llvm::Value* values =
      builder.CreateAlignedLoad(widening.vectorOf(second.type), second.buffer, kLaneArrayAlign);
  storeElement(widening, second.target, {second.type, second.leaf * size}, llvm::Align(size),
               values);
}

llvm::Value* callVariant(Widening& widening, llvm::CallInst& call, const LibraryFunction& function,
                         unsigned leaf) {
  Builder& builder = widening.builder();
  Values arguments;
  llvm::SmallVector<unsigned, 4> steps;
  llvm::SmallVector<SecondResult, 1> seconds;
  for (llvm::Value* argument : call.args()) {
    steps.push_back(0);
    if (!argument->getType()->isPointerTy()) {
      arguments.push_back(maskedArgument(
          widening, widening.leaf(argument, argument->getType()->isVectorTy() ? leaf : 0)));
      continue;
    }
    llvm::Type* type = secondResultOf(call, function);
    llvm::AllocaInst* buffer = widening.newLaneArray(type, "second");
    seconds.push_back({buffer, argument, type, leaf});
    steps.back() = static_cast<unsigned>(widening.layout().getTypeStoreSize(type).getFixedValue());
    arguments.push_back(buffer);
  }
  llvm::Value* result = callVectorVariants(
      builder, function.name, widening.vectorOf(call.getType()->getScalarType()), arguments, steps);
  if (result)
    for (const SecondResult& second : seconds) storeSecond(widening, second);
  return result;
}

void widenLibraryCall(Widening& widening, llvm::CallInst& call) {
  const LibraryFunction function = *libraryFunctionOf(call, widening.lanes());
  const size_t count = leavesOf(call.getType(), widening.layout()).size();
  Values results;
  for (unsigned i = 0; i < count; ++i) results.push_back(callVariant(widening, call, function, i));
  widening.setLeaves(call, results);
}

}  // namespace

void widenCall(Widening& widening, llvm::CallInst& call) {
  switch (formOf(call, widening.plan())) {
    case CallForm::ForCompilers: return;
    case CallForm::Scope: widening.builder().Insert(call.clone()); return;
    case CallForm::Kernel: return copyCall(widening, call);
    case CallForm::RowId: return widenRowId(widening, call);
    case CallForm::InterleavedCopy:
      return widenInterleavedCopy(widening, llvm::cast<llvm::MemIntrinsic>(call));
    case CallForm::Elementwise: return widenElementwise(widening, call);
    case CallForm::Reduction: return widenReduction(widening, call);
    case CallForm::LibraryVariants: return widenLibraryCall(widening, call);
    case CallForm::ImageVariants: return widenImageCall(widening, call);
    case CallForm::PipeOfLanes: return widenPipeCall(widening, call);
    case CallForm::FunctionOfLanes: return callFunctionOfLanes(widening, call);
    case CallForm::LaneByLane: return runLaneByLane(widening, call);
  }
}

}  // namespace lanewise
