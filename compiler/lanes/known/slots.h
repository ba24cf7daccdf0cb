// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles between the two orders of vector_order.h. A slot holds a component, a member of a
// structure, or padding.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// Shuffles within each block of a register take one instruction, and need no table.
inline constexpr unsigned kBlockBytes = 16;

/// The lower or the upper halves of each block of two vectors, their elements in turns.
llvm::Value* unpack(llvm::IRBuilderBase& builder, llvm::Value* a, llvm::Value* b, unsigned ofBlock,
                    bool upper);

/// From one vector of lanes per slot to the order of memory, and back.
llvm::SmallVector<llvm::Value*, 4> toMemoryOrder(llvm::IRBuilderBase& builder,
                                                 llvm::ArrayRef<llvm::Value*> slots);
llvm::SmallVector<llvm::Value*, 4> fromMemoryOrder(llvm::IRBuilderBase& builder,
                                                   llvm::ArrayRef<llvm::Value*> vectors);

/// Vector `index` of `slots` in the order of memory, where all slots of a lane have the same value.
llvm::Value* repeatLanes(llvm::IRBuilderBase& builder, llvm::Value* lanes, unsigned index,
                         unsigned slots);

/// The vectors one behind another. All have the same type.
llvm::Value* concatenate(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> vectors);

/// `count` vectors of the same length.
llvm::SmallVector<llvm::Value*, 4> cutVector(llvm::IRBuilderBase& builder, llvm::Value* vector,
                                             unsigned count);

}  // namespace lanewise
