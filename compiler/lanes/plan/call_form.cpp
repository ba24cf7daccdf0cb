// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that decides which calls have a form for vectors.
#include "compiler/lanes/plan/call_form.h"

#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/image_variants.h"
#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/known/shapes.h"
#include "compiler/lanes/known/uniform_pipes.h"
#include "compiler/lanes/plan/lane_functions.h"
#include "compiler/lanes/plan/plan.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

bool isReduction(const llvm::CallInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reduce_add:
    case llvm::Intrinsic::vector_reduce_mul:
    case llvm::Intrinsic::vector_reduce_and:
    case llvm::Intrinsic::vector_reduce_or:
    case llvm::Intrinsic::vector_reduce_xor:
    case llvm::Intrinsic::vector_reduce_smax:
    case llvm::Intrinsic::vector_reduce_smin:
    case llvm::Intrinsic::vector_reduce_umax:
    case llvm::Intrinsic::vector_reduce_umin: return true;
    default: return false;
  }
}

bool copiesInterleaved(const llvm::CallInst& call) {
  const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call);
  if (!memory) return false;
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(memory);
  return interleavedVariable(*memory->getRawDest()) ||
         (copy && interleavedVariable(*copy->getRawSource()));
}

}  // namespace

CallForm formOf(const llvm::CallInst& call, const Plan& plan) {
  const unsigned lanes = plan.facts().lanes;
  const Shapes& shapes = plan.facts().shapes;
  if (call.getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl)
    return CallForm::Scope;
  if (call.isLifetimeStartOrEnd() || llvm::isa<llvm::AssumeInst, llvm::DbgInfoIntrinsic>(call))
    return CallForm::ForCompilers;
  if (const auto kernel = kernelCallOf(call))
    return kernel == KernelCall::RowId ? CallForm::RowId : CallForm::Kernel;
  if (copiesInterleaved(call)) return CallForm::InterleavedCopy;
  if (isElementwise(call) && hasElementwiseOperands(call, shapes)) return CallForm::Elementwise;
  if (isReduction(call)) return CallForm::Reduction;
  if (libraryFunctionOf(call, lanes)) return CallForm::LibraryVariants;
  if (hasImageVariant(call, lanes, shapes)) return CallForm::ImageVariants;
  if (isPipeCallOfLanes(call, shapes)) return CallForm::PipeOfLanes;
  const LaneFunction* function = plan.functionOf(call);
  return function && function->costsLess ? CallForm::FunctionOfLanes : CallForm::LaneByLane;
}

}  // namespace lanewise
