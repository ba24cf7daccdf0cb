// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The leaves of a type: its scalars in order. An OpenCL vector and a structure are lists of leaves.
// A value that varies between lanes is one vector of lanes for each of its leaves.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class Constant;
class DataLayout;
class IRBuilderBase;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

struct Leaf {
  llvm::Type* type;
  uint64_t offsetBytes;  // in memory
};

/// The most leaves of one type, one behind another, that one access has.
inline constexpr unsigned kMostLeaves = 16;

/// Empty for void.
llvm::SmallVector<Leaf, 4> leavesOf(llvm::Type* type, const llvm::DataLayout& layout);

/// The number of the first leaf of the member that `indices` names.
unsigned leafIndex(llvm::Type* type, llvm::ArrayRef<unsigned> indices,
                   const llvm::DataLayout& layout);

/// Leaf `index` of a scalar, vector or structure value.
llvm::Value* extractLeaf(llvm::IRBuilderBase& builder, llvm::Value* value, unsigned index);

/// The value that has these leaves.
llvm::Value* joinLeaves(llvm::IRBuilderBase& builder, llvm::Type* type,
                        llvm::ArrayRef<llvm::Value*> leaves);

}  // namespace lanewise
