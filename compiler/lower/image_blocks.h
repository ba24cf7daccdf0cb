// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of builtins/images.cpp that read or write the rows of a block of an image: in lower for
// sub-groups of one work-item, in lanes for vectors.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// `lanes` work-items read or write `type` each, whose components are one below the other in the
/// image and one row behind the other in `memory`. No work-item is active: nothing happens.
struct ImageBlock {
  llvm::Value *image, *x, *y;
  llvm::Type* type;
  unsigned lanes;
  llvm::Value* active;  // i64, a bit for each work-item
  llvm::Value* memory;

  unsigned rows() const;
  unsigned elementBytes() const;
};

void emitImageBlockRead(llvm::IRBuilderBase& builder, const ImageBlock& block);
void emitImageBlockWrite(llvm::IRBuilderBase& builder, const ImageBlock& block);

}  // namespace lanewise
