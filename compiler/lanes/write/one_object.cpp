// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why a wrap is undefined: let the addresses of lanes 0 and k be on different sides of it. If both
// lanes are active, they access one object at addresses that are more than its size apart. Lane 0
// may be inactive behind a condition. Then the access of lane k alone must be the contradiction: it
// is nearly 2^31 elements away from an address in the object: lanes are at most 2^29 apart. So the
// address must consist of the extension and of steps within the object. A zero extension then gives
// nothing: the number of lane 0 may be -1, that of the others 0, 1, 2.
#include "compiler/lanes/write/one_object.h"

#include "compiler/lanes/known/places.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

constexpr unsigned kMostSteps = 8;
constexpr uint64_t kShortBytes = 1 << 20;

bool isShort(const llvm::GEPOperator& step, const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  return step.accumulateConstantOffset(layout, offset) && offset.abs().ule(kShortBytes);
}

// From the object to `address` by steps that stay within it or are short, but for the extension.
bool stepsWithinObject(const Widening& widening, const llvm::Value& address,
                       const llvm::Instruction& conversion) {
  const llvm::Value* pointer = &address;
  unsigned steps = 0;
  while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    bool hasConversion = false;
    for (const llvm::Use& index : step->indices()) {
      hasConversion |= index == &conversion;
      if (index != &conversion && !widening.isUniform(*index)) return false;
    }
    const bool isAlone = hasConversion && step->getNumIndices() == 1;
    if (!step->isInBounds() && !isAlone && !isShort(*step, widening.layout())) return false;
    if (++steps > kMostSteps) return false;
    pointer = step->getPointerOperand();
  }
  return llvm::isa<llvm::Argument, llvm::AllocaInst, llvm::GlobalVariable, llvm::ConstantExpr>(
      pointer);
}

}  // namespace

ObjectSize objectThatPreventsWrap(const Widening& widening, const llvm::Value& address,
                                  const llvm::Instruction& conversion) {
  if (!widening.firstLaneIsActive &&
      (!llvm::isa<llvm::SExtInst>(conversion) || !stepsWithinObject(widening, address, conversion)))
    return ObjectSize::Unknown;
  const llvm::Value* object = llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
  // That of a function may point to any object.
  if (llvm::isa<llvm::Argument>(object) && !widening.functionMask) return ObjectSize::Argument;
  return isInSmallVariable(address, widening.layout()) ? ObjectSize::Small : ObjectSize::Unknown;
}

}  // namespace lanewise
