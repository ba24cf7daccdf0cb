// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the intrinsics of LLVM and the shuffles of their masks.
#include "compiler/legalize/masked_access.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lanewise {
namespace {

unsigned elementsOf(const llvm::Value& vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

}  // namespace

llvm::Value* inOrder(llvm::IRBuilder<>& builder, llvm::ArrayRef<int> order, llvm::Value* vector) {
  if (llvm::ShuffleVectorInst::isIdentityMask(order, static_cast<int>(elementsOf(*vector))))
    return vector;
  return builder.CreateShuffleVector(vector, order);
}

std::optional<MaskedAccess> maskedAccessOf(llvm::IntrinsicInst& call) {
  const bool isLoad = call.getIntrinsicID() == llvm::Intrinsic::masked_load;
  if (!isLoad && call.getIntrinsicID() != llvm::Intrinsic::masked_store) return std::nullopt;
  const unsigned first = isLoad ? 0 : 1;
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(isLoad ? call.getType()
                                                            : call.getArgOperand(0)->getType());
  llvm::Value* mask = call.getArgOperand(first + 2);
  if (!type || !call.getModule()->getDataLayout().typeSizeEqualsStoreSize(type->getElementType()))
    return std::nullopt;
  const llvm::Align align =
      llvm::cast<llvm::ConstantInt>(call.getArgOperand(first + 1))->getAlignValue();
  llvm::SmallVector<int, 64> order(type->getNumElements());
  std::iota(order.begin(), order.end(), 0);
  return MaskedAccess{&call, isLoad, type, call.getArgOperand(first), align, mask, order};
}

void findLanes(MaskedAccess& access) {
  auto* repeated = llvm::dyn_cast<llvm::ShuffleVectorInst>(access.mask);
  if (!repeated) return;
  const auto* behind = llvm::dyn_cast<llvm::Constant>(repeated->getOperand(1));
  if (!behind || !(behind->isNullValue() || llvm::isa<llvm::UndefValue>(behind))) return;
  llvm::Value* lanes = repeated->getOperand(0);
  const auto count = static_cast<int>(elementsOf(*lanes));
  const llvm::ArrayRef<int> from = repeated->getShuffleMask();
  const size_t slots = from.size() / static_cast<size_t>(count);
  if (slots < 2 || from.size() % static_cast<size_t>(count) != 0) return;
  const auto isFalse = [&](int element) { return element >= count; };
  const auto used =
      static_cast<size_t>(std::find_if(from.begin(), from.begin() + slots, isFalse) - from.begin());
  llvm::SmallVector<int, 64> order;
  for (llvm::ArrayRef<int> left = from; !left.empty(); left = left.drop_front(slots)) {
    order.push_back(left[0]);
    if (isFalse(left[0]) || left[0] < 0 || !llvm::all_equal(left.take_front(used)) ||
        !llvm::all_of(left.take_front(slots).drop_front(used), isFalse))
      return;
  }
  access.mask = lanes;
  access.order = order;
  access.slots = static_cast<unsigned>(slots);
  access.used = static_cast<unsigned>(used);
}

llvm::Instruction* marked(const MaskedAccess& access, llvm::Instruction* made) {
  made->setAAMetadata(access.call->getAAMetadata());
  return made;
}

}  // namespace lanewise
