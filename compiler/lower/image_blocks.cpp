// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a block: the library gets their size in bytes, and which work-items take part.
#include "compiler/lower/image_blocks.h"

#include "compiler/lower/library_calls.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/ModRef.h>

namespace lanewise {
namespace {

// The call must be visible in this library only, as those of vector variants.
void call(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::MemoryEffects effects,
          llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 8> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = libraryFunction(*builder.GetInsertBlock()->getModule(), name,
                                                builder.getVoidTy(), types, effects);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  builder.CreateCall(callee, arguments);
}

using llvm::MemoryEffects;
using llvm::ModRefInfo;

}  // namespace

unsigned ImageBlock::rows() const {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

unsigned ImageBlock::elementBytes() const { return type->getScalarSizeInBits() / 8; }

void emitImageBlockRead(llvm::IRBuilderBase& builder, const ImageBlock& block) {
  call(builder, "ImageBlockRead",
       MemoryEffects::argMemOnly(ModRefInfo::ModRef) |
           MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref),
       {block.image, block.x, block.y, builder.getInt32(block.elementBytes() * block.lanes),
        builder.getInt32(block.rows()), block.active, block.memory});
}

void emitImageBlockWrite(llvm::IRBuilderBase& builder, const ImageBlock& block) {
  call(builder, "ImageBlockWrite",
       MemoryEffects::argMemOnly(ModRefInfo::Ref) |
           MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef),
       {block.image, block.x, block.y, builder.getInt32(block.elementBytes()),
        builder.getInt32(block.lanes), builder.getInt32(block.rows()), block.active, block.memory});
}

}  // namespace lanewise
