// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A masked load or store as lanes with elements. For expand-masked-accesses and the files that it
// is made of.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Alignment.h>

#include <optional>

namespace lanewise {

/// A masked load or store. Each lane has `slots` elements of the vector, and an active lane
/// accesses the first `used` of them.
struct MaskedAccess {
  llvm::IntrinsicInst* call;
  bool isLoad;
  llvm::FixedVectorType* type;
  llvm::Value* address;
  llvm::Align align;
  llvm::Value* mask;                 // of lanes, in some order
  llvm::SmallVector<int, 64> order;  // the element of `mask` for each lane
  unsigned slots = 1, used = 1;

  unsigned lanes() const { return type->getNumElements() / slots; }
  llvm::Type* element() const { return type->getElementType(); }
  llvm::Value* stored() const { return call->getArgOperand(0); }
  llvm::Value* passedThrough() const { return call->getArgOperand(3); }
  llvm::Value* elementMask() const { return call->getArgOperand(isLoad ? 2 : 3); }
};

/// `vector` with its elements in this order.
llvm::Value* inOrder(llvm::IRBuilder<>& builder, llvm::ArrayRef<int> order, llvm::Value* vector);

/// None if the call is no masked load or store of a fixed number of whole bytes. Each element is a
/// lane.
std::optional<MaskedAccess> maskedAccessOf(llvm::IntrinsicInst& call);
/// Finds the lanes if the mask repeats each element of another one, with false behind it.
void findLanes(MaskedAccess& access);

/// A new access in place of it, or of a part of it.
llvm::Instruction* marked(const MaskedAccess& access, llvm::Instruction* made);

}  // namespace lanewise
