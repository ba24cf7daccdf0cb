// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call has a variant if registers are wide enough and what must be the same for all lanes is.
#include "compiler/lanes/known/image_variants.h"

#include "compiler/contract/image_calls.h"
#include "compiler/lanes/known/shapes.h"
#include "compiler/target/vector_registers.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {
namespace {

constexpr unsigned kFewestLanes = 4;

}  // namespace

unsigned imageVariantLanes(const llvm::Module& module, unsigned lanes) {
  return std::min(lanes, vectorRegisterBits(module) / 32);
}

// Image, sampler, and the level of reads and writes (which is the only i32
// behind the coordinates).
bool isSharedByImageLanes(const llvm::CallInst& call, unsigned argument) {
  constexpr unsigned kLevel = 4;
  const llvm::Type* type = call.getArgOperand(argument)->getType();
  return type->isPointerTy() || (argument == kLevel && type->isIntegerTy() &&
                                 !call.getArgOperand(1)->getType()->isPointerTy());
}

bool hasImageVariant(const llvm::CallInst& call, unsigned lanes, const Shapes& shapes) {
  if (!imageCallOf(call) || imageVariantLanes(*call.getModule(), lanes) < kFewestLanes)
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (isSharedByImageLanes(call, i) && !shapes.isUniform(*call.getArgOperand(i))) return false;
  return true;
}

}  // namespace lanewise
