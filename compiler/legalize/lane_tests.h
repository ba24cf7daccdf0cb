// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of the lanes of masked accesses: which are active, whether all are, and whether a load may
// read all of its elements. Each is written once for all accesses under a mask. For
// expand-masked-accesses.
#pragma once

#include "compiler/legalize/masked_access.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <utility>

namespace lanewise {

class LaneTests {
 public:
  explicit LaneTests(llvm::Function& function)
      : function_(function), layout_(function.getDataLayout()) {}

  /// A bit for each lane.
  llvm::Value* bitsOf(const MaskedAccess& access);
  /// i1: not 0, all bits.
  static llvm::Value* any(llvm::IRBuilder<>& builder, llvm::Value* bits);
  static llvm::Value* isFull(llvm::IRBuilder<>& builder, llvm::Value* bits);
  /// i1: each lane is active, or one is and the others lie in the same page.
  llvm::Value* isReadable(llvm::IRBuilder<>& builder, const MaskedAccess& access);

 private:
  llvm::Value* lastReadable(const MaskedAccess& access);
  llvm::IRBuilder<> atDefinition(const MaskedAccess& access);

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> bits_;
  llvm::DenseMap<std::pair<llvm::Value*, uint64_t>, llvm::Value*> lastReadable_;
};

}  // namespace lanewise
