// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a variant for each part of the lanes (known/image_variants.h).
#include "compiler/lanes/write/image_calls.h"

#include "compiler/lanes/known/image_variants.h"
#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/write/widening.h"
#include "compiler/lower/library_calls.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 8>;

constexpr unsigned kComponents = 4;

// Lanes [first, first + count) of vectors.
struct Part {
  unsigned first, count;
};

llvm::Value* partOf(Widening& widening, llvm::Value* vector, Part part) {
  if (part.count == widening.lanes()) return vector;
  llvm::SmallVector<int> lanes(part.count);
  std::iota(lanes.begin(), lanes.end(), static_cast<int>(part.first));
  return widening.builder().CreateShuffleVector(vector, lanes);
}

llvm::Value* joined(Widening& widening, llvm::ArrayRef<llvm::Value*> parts) {
  Values vectors(parts);
  while (vectors.size() > 1) {
    Values pairs;
    for (size_t i = 0; i < vectors.size(); i += 2) {
      const auto* type = llvm::cast<llvm::FixedVectorType>(vectors[i]->getType());
      llvm::SmallVector<int> lanes(2 * type->getNumElements());
      std::iota(lanes.begin(), lanes.end(), 0);
      pairs.push_back(widening.builder().CreateShuffleVector(vectors[i], vectors[i + 1], lanes));
    }
    vectors = pairs;
  }
  return vectors.front();
}

// What a variant gets of the lanes that it serves: operands in their order, those that differ as
// vectors of their components.
Values argumentsOf(Widening& widening, llvm::CallInst& call, Part part) {
  Values arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (isSharedByImageLanes(call, i)) {
      arguments.push_back(widening.scalar(call.getArgOperand(i)));
      continue;
    }
    for (llvm::Value* leaf : widening.leaves(call.getArgOperand(i)))
      arguments.push_back(partOf(widening, leaf, part));
  }
  return arguments;
}

// The texels are the only memory that a variant accesses besides what its arguments point to.
void call(Builder& builder, llvm::StringRef name, const Values& arguments, bool writes) {
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  using llvm::ModRefInfo;
  llvm::FunctionCallee callee = libraryFunction(
      *builder.GetInsertBlock()->getModule(), name, builder.getVoidTy(), types,
      llvm::MemoryEffects::argMemOnly(writes ? ModRefInfo::Ref : ModRefInfo::ModRef) |
          llvm::MemoryEffects::inaccessibleMemOnly(writes ? ModRefInfo::ModRef : ModRefInfo::Ref));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  builder.CreateCall(callee, arguments);
}

}  // namespace

void widenImageCall(Widening& widening, llvm::CallInst& instruction) {
  Builder& builder = widening.builder();
  const llvm::StringRef name = libraryName(instruction);
  const unsigned lanes = imageVariantLanes(*instruction.getModule(), widening.lanes());
  if (instruction.getType()->isVoidTy()) {
    llvm::Value* active =
        builder.CreateSExt(widening.mask, widening.vectorOf(builder.getInt32Ty()));
    for (Part part{0, lanes}; part.first < widening.lanes(); part.first += lanes) {
      Values arguments = argumentsOf(widening, instruction, part);
      arguments.push_back(partOf(widening, active, part));
      call(builder, name, arguments, true);
    }
    return;
  }
  auto* vector = llvm::FixedVectorType::get(instruction.getType()->getScalarType(), lanes);
  llvm::AllocaInst* colors =
      widening.newVariable(llvm::ArrayType::get(vector, kComponents), "colors");
  colors->setAlignment(kLaneArrayAlign);
  std::array<Values, kComponents> parts;
  for (Part part{0, lanes}; part.first < widening.lanes(); part.first += lanes) {
    Values arguments = argumentsOf(widening, instruction, part);
    arguments.push_back(colors);
    call(builder, name, arguments, false);
    for (unsigned c = 0; c < kComponents; ++c)
      parts[c].push_back(builder.CreateLoad(
          vector, builder.CreateConstInBoundsGEP2_32(colors->getAllocatedType(), colors, 0, c)));
  }
  Values components;
  for (const Values& component : parts) components.push_back(joined(widening, component));
  widening.setLeaves(instruction, components);
}

}  // namespace lanewise
