// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, atomics, copies and fills.
#include "compiler/checks/accesses.h"

#include "compiler/contract/instruction_marks.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

llvm::Value* sizeOf(llvm::Type* type, const llvm::DataLayout& layout) {
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(type->getContext()),
                                layout.getTypeStoreSize(type));
}

llvm::Value* lengthOf(llvm::MemIntrinsic& intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  return builder.CreateZExt(intrinsic.getLength(), builder.getInt64Ty());
}

}  // namespace

llvm::Value* Access::pointer() const { return operand->get(); }

std::string Access::description() const {
  std::string text = isVolatile ? "volatile " : "";
  if (instruction->hasMetadata(kAsyncCopy)) text += "asynchronous ";
  text += isAtomic ? "atomic access of " : isWrite ? "write of " : "read of ";
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(bytes);
  return text + (constant ? std::to_string(constant->getZExtValue()) : "several") + " bytes";
}

llvm::Align accessAlignment(const llvm::Instruction& access) {
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return update->getAlign();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
    return exchange->getAlign();
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(access))
    return llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&access));
  return llvm::Align(1);
}

llvm::SmallVector<Access> accessesOf(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  llvm::SmallVector<Access> accesses;
  const auto add = [&](llvm::Instruction& instruction, unsigned operand, llvm::Value* bytes,
                       bool isWrite, bool isAtomic, bool isVolatile) {
    accesses.push_back(
        {&instruction, &instruction.getOperandUse(operand), bytes, isWrite, isAtomic, isVolatile});
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.hasMetadata(kCheckAccess)) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      add(*load, load->getPointerOperandIndex(), sizeOf(load->getType(), layout),
          /*isWrite=*/false, load->isAtomic(), load->isVolatile());
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      add(*store, store->getPointerOperandIndex(),
          sizeOf(store->getValueOperand()->getType(), layout), /*isWrite=*/true, store->isAtomic(),
          store->isVolatile());
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      add(*update, update->getPointerOperandIndex(), sizeOf(update->getType(), layout),
          /*isWrite=*/true, /*isAtomic=*/true, /*isVolatile=*/false);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      add(*exchange, exchange->getPointerOperandIndex(),
          sizeOf(exchange->getNewValOperand()->getType(), layout), /*isWrite=*/true,
          /*isAtomic=*/true, /*isVolatile=*/false);
    } else if (auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      llvm::Value* bytes = lengthOf(*fill);
      if (llvm::isa<llvm::MemTransferInst>(fill))
        add(*fill, 1, bytes, /*isWrite=*/false, /*isAtomic=*/false, fill->isVolatile());
      add(*fill, 0, bytes, /*isWrite=*/true, /*isAtomic=*/false, fill->isVolatile());
    }
  }
  return accesses;
}

}  // namespace lanewise
