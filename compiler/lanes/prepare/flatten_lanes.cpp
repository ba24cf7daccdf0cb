// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the version for one row the global ids do not cross a multiple of 2^31 either. Stage group
// cannot run such groups with a single work-item per vector as it does elsewhere: vectors are
// sub-groups. Where groups have a known size, all global ids are below 2^31
// (interface/launch_kind.h).
#include "compiler/lanes/prepare/flatten_lanes.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/work_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Blocks = llvm::SmallVector<llvm::BasicBlock*>;

// A larger kernel has the version for all groups only.
constexpr unsigned kMostInstructions = 2'000;

bool isIdOfDimension(const llvm::Instruction& instruction) {
  const std::optional<KernelCall> call = kernelCallOf(instruction);
  return call == KernelCall::LocalId || call == KernelCall::GlobalId ||
         call == KernelCall::GlobalLinearId;
}

void replace(llvm::CallInst& call, llvm::Value* value) {
  call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

// The ids of a version, each computed once at its start.
class Ids {
 public:
  Ids(Builder& builder, bool oneRow, bool isRow) {
    for (unsigned dim = 0; dim < 3; ++dim) {
      if (!oneRow)
        local_[dim] = emitKernelCall(builder, KernelCall::RowId, dim);
      else if (dim == 0)
        local_[dim] = emitKernelCall(builder, KernelCall::LocalId, 0);
      else
        local_[dim] = builder.getInt64(0);
      global_[dim] = oneRow && isRow && dim == 0
                         ? emitKernelCall(builder, KernelCall::GlobalId, 0)
                         : builder.CreateAdd(emitKernelCall(builder, KernelCall::GroupBase, dim),
                                             local_[dim], "", true, true);
    }
    for (int dim = 2; dim >= 0; --dim) {
      const auto number = static_cast<unsigned>(dim);
      llvm::Value* id = builder.CreateSub(
          global_[number], emitKernelCall(builder, KernelCall::GlobalOffset, number));
      linear_ = linear_ ? builder.CreateAdd(
                              builder.CreateMul(
                                  linear_, emitKernelCall(builder, KernelCall::GlobalSize, number)),
                              id)
                        : id;
    }
  }

  llvm::Value* of(const llvm::CallInst& call) const {
    switch (*kernelCallOf(call)) {
      case KernelCall::LocalId: return local_[dimensionOf(call)];
      case KernelCall::GlobalId: return global_[dimensionOf(call)];
      default: return linear_;
    }
  }

 private:
  std::array<llvm::Value*, 3> local_, global_;
  llvm::Value* linear_ = nullptr;
};

void replaceIds(llvm::ArrayRef<llvm::BasicBlock*> blocks, bool oneRow, bool isRow) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block)
      if (isIdOfDimension(instruction)) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  Builder builder(blocks.front(), blocks.front()->getFirstInsertionPt());
  const Ids ids(builder, oneRow, isRow);
  for (llvm::CallInst* call : calls) replace(*call, ids.of(*call));
}

// i1: the group is a row along x, whose global ids do not cross a multiple of 2^31.
llvm::Value* isRow(Builder& builder) {
  llvm::Value* rows = builder.CreateMul(emitKernelCall(builder, KernelCall::LocalSize, 1),
                                        emitKernelCall(builder, KernelCall::LocalSize, 2));
  llvm::Value* base = emitKernelCall(builder, KernelCall::GroupBase, 0);
  llvm::Value* last = builder.CreateAdd(
      base,
      builder.CreateSub(emitKernelCall(builder, KernelCall::LocalSize, 0), builder.getInt64(1)));
  return builder.CreateAnd(
      builder.CreateICmpEQ(rows, builder.getInt64(1)),
      builder.CreateICmpEQ(builder.CreateLShr(base, 31), builder.CreateLShr(last, 31)));
}

Blocks copyBlocks(llvm::Function& kernel, llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  llvm::ValueToValueMapTy map;
  Blocks copies;
  for (llvm::BasicBlock* block : blocks) {
    copies.push_back(llvm::CloneBasicBlock(block, map, "", &kernel));
    map[block] = copies.back();
  }
  llvm::remapInstructionsInBlocks(copies, map);
  return copies;
}

// Static allocas stay in the entry block, and both versions use them.
void makeVersions(llvm::Function& kernel, bool oneRow) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  const auto behind = llvm::find_if(entry, [](const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::AllocaInst>(instruction);
  });
  llvm::SplitBlock(&entry, behind);
  Blocks blocks;
  for (llvm::BasicBlock& block : llvm::drop_begin(kernel)) blocks.push_back(&block);
  if (const auto size = knownLocalSize(kernel)) {
    const bool isRow = (*size)[1] == 1 && (*size)[2] == 1;
    return replaceIds(blocks, isRow, isRow);
  }
  if (kernel.getInstructionCount() > kMostInstructions) return replaceIds(blocks, oneRow, false);
  const Blocks copies = copyBlocks(kernel, blocks);
  Builder builder(entry.getTerminator());
  builder.CreateCondBr(isRow(builder), blocks.front(), copies.front());
  entry.getTerminator()->eraseFromParent();
  replaceIds(blocks, true, true);
  replaceIds(copies, oneRow, false);
}

}  // namespace

void flattenLanes(llvm::Function& kernel) {
  const auto required = requiredLocalSize(kernel);
  if (llvm::any_of(llvm::instructions(kernel), isIdOfDimension))
    makeVersions(kernel, required[1] == 1 && required[2] == 1);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    if (kernelCallOf(instruction) != KernelCall::LocalLinearId) continue;
    Builder builder(&instruction);
    replace(llvm::cast<llvm::CallInst>(instruction),
            emitKernelCall(builder, KernelCall::LocalId, 0));
  }
}

}  // namespace lanewise
