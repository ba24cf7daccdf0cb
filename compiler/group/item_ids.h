// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work-item, or the first one of a vector, is called inside of its region.
#pragma once

#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/IRBuilder.h>

#include <array>

namespace lanewise {

struct ItemIds {
  std::array<llvm::Value*, 3> local;  // x, y, z
  std::array<llvm::Value*, 3> base;   // global id of the group's first work-item
  std::array<llvm::Value*, 3> size;   // of this group
  llvm::Value* row;                   // local linear id where x is 0
  llvm::Value* firstPart;             // of the row: the number of its first part
  llvm::Value* live;                  // how many work-items there are
  llvm::Value* mayBeFull;             // i1: false where the code for full vectors is another copy
  llvm::Value* smallMemory;           // i1: the code may rely on it (abi::Launch)
  llvm::Value* part;                  // the number of its part of the spill area
  // Behind what is computed in front of the loop over a row, if none of its global ids cross a
  // multiple of 2^31; otherwise null.
  llvm::Instruction* rowBegin = nullptr;
};

/// The result of a call of the scope CallScope::Item, computed before the call. Extensions of the
/// low 32 bits of a global id become sums of an extended base and the local id where that is the
/// same: loops then have nothing to extend for an index.
llvm::Value* valueOf(llvm::CallInst& call, KernelCall kind, const ItemIds& ids);

/// The sum and the product of sizes and ids, which never wrap.
llvm::Value* add(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b);
llvm::Value* multiply(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b);

}  // namespace lanewise
