// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the rows of a work-group are divided into vectors.
#pragma once

#include "compiler/group/item_ids.h"

namespace lanewise {

struct Vectors {
  llvm::Value* full;   // of all lanes, in a row
  llvm::Value* total;  // with those that are not full
  llvm::Value* step;   // work-items from one that is not full to the next
};

struct RowDivision {
  unsigned lanes;
  // Rows may cross a multiple of 2^31, and the kernel is not prepared for it
  // (lanes/prepare/flatten_lanes.h).
  bool mayCross;
  // The code for full vectors runs only with small memory.
  bool needsSmallMemory;
};

/// Where the global ids of a row cross a multiple of 2^31, the 32-bit numbers that kernels make of
/// them may wrap inside of a vector. There each vector has one work-item.
Vectors divideRows(llvm::IRBuilder<>& builder, const RowDivision& division, const ItemIds& ids);

}  // namespace lanewise
