// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector longer than a variant's is split. A shorter one is filled up with copies of its first
// component, which takes the slow path no more often than the rest.
#include "compiler/lower/variant_calls.h"

#include "compiler/contract/instruction_marks.h"
#include "compiler/target/vector_registers.h"

#include "builtins/functions.h"
#include "compiler/lower/library_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

// One call takes components [first, first + lanes) of `count`.
struct Part {
  unsigned first, lanes, count;
  bool isFilled() const { return lanes > count; }
};

llvm::Value* partOf(llvm::IRBuilderBase& builder, llvm::Value* vector, Part part) {
  if (part.lanes == part.count) return vector;
  llvm::SmallVector<int, 16> components;
  for (unsigned i = part.first; i < part.first + part.lanes; ++i)
    components.push_back(i < part.count ? static_cast<int>(i) : 0);
  return builder.CreateShuffleVector(vector, components);
}

// Memory for the second results of a variant with more lanes than the vector has components. They
// are copied out at once, so all calls in a function share one buffer per type, at the start of the
// entry.
llvm::AllocaInst* bufferFor(llvm::IRBuilderBase& builder, Part part, unsigned step) {
  auto* type = llvm::FixedVectorType::get(builder.getIntNTy(step * 8), part.lanes);
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  for (llvm::Instruction& instruction : entry) {
    auto* known = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!known || !known->hasMetadata(kVariantResults)) break;
    if (known->getAllocatedType() == type) return known;
  }
  llvm::IRBuilder<> atEntry(&entry, entry.begin());
  llvm::AllocaInst* made = atEntry.CreateAlloca(type);
  made->setMetadata(kVariantResults, llvm::MDNode::get(builder.getContext(), {}));
  return made;
}

void copyComponents(llvm::IRBuilderBase& builder, llvm::AllocaInst* from, llvm::Value* to,
                    Part part, unsigned step) {
  llvm::SmallVector<int, 16> components;
  for (unsigned i = 0; i < part.count; ++i) components.push_back(static_cast<int>(i));
  llvm::Value* all = builder.CreateLoad(from->getAllocatedType(), from);
  builder.CreateAlignedStore(builder.CreateShuffleVector(all, components), to, llvm::Align(step));
}

llvm::Value* callPart(llvm::IRBuilderBase& builder, llvm::StringRef function, llvm::Type* element,
                      llvm::ArrayRef<llvm::Value*> arguments, llvm::ArrayRef<unsigned> pointerSteps,
                      Part part) {
  llvm::SmallVector<llvm::Value*, 4> parts;
  llvm::SmallVector<std::pair<llvm::AllocaInst*, unsigned>, 1> buffers;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (!argument->getType()->isPointerTy()) {
      parts.push_back(partOf(builder, argument, part));
    } else if (part.isFilled()) {
      buffers.emplace_back(bufferFor(builder, part, pointerSteps[index]), index);
      parts.push_back(buffers.back().first);
    } else {
      parts.push_back(builder.CreateConstInBoundsGEP1_64(
          builder.getInt8Ty(), argument, uint64_t{part.first} * pointerSteps[index]));
    }
  }
  llvm::Value* result =
      callLibrary(builder, function, llvm::FixedVectorType::get(element, part.lanes), parts);
  for (auto [from, index] : buffers)
    copyComponents(builder, from, arguments[index], part, pointerSteps[index]);
  return result;
}

llvm::Value* joined(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> parts, Part part) {
  llvm::SmallVector<llvm::Value*, 8> vectors(parts);
  unsigned lanes = part.lanes;
  for (; vectors.size() > 1; lanes *= 2) {
    llvm::SmallVector<int, 16> components;
    for (unsigned i = 0; i < 2 * lanes; ++i) components.push_back(static_cast<int>(i));
    llvm::SmallVector<llvm::Value*, 8> pairs;
    for (size_t i = 0; i < vectors.size(); i += 2)
      pairs.push_back(builder.CreateShuffleVector(vectors[i], vectors[i + 1], components));
    vectors = pairs;
  }
  return partOf(builder, vectors[0], {0, part.count, lanes});
}

}  // namespace

llvm::Value* callVectorVariants(llvm::IRBuilderBase& builder, llvm::StringRef function,
                                llvm::Type* type, llvm::ArrayRef<llvm::Value*> arguments,
                                llvm::ArrayRef<unsigned> pointerSteps) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector) return nullptr;
  const auto bits = static_cast<int>(arguments[0]->getType()->getScalarSizeInBits());
  const auto count = static_cast<int>(vector->getNumElements());
  const std::string_view served = builtins::variantFunction(function, bits, count);
  // Calls are not folded.
  if (served.empty() || llvm::all_of(arguments, llvm::IsaPred<llvm::Constant>)) return nullptr;
  const auto registers =
      static_cast<int>(variantRegisterBits(*builder.GetInsertBlock()->getModule()));
  Part part{0, static_cast<unsigned>(builtins::variantLanes(bits, count, registers)),
            vector->getNumElements()};
  if (part.lanes == 0) return nullptr;
  llvm::SmallVector<llvm::Value*, 4> wholes;
  for (llvm::Value* argument : arguments)
    wholes.push_back(argument->getType()->isVectorTy() || argument->getType()->isPointerTy()
                         ? argument
                         : builder.CreateVectorSplat(part.count, argument));
  llvm::SmallVector<llvm::Value*, 8> parts;
  for (; part.first < part.count; part.first += part.lanes)
    parts.push_back(
        callPart(builder, served, vector->getElementType(), wholes, pointerSteps, part));
  return joined(builder, parts, part);
}

}  // namespace lanewise
