// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// interleave-variables: decides by all uses of a private variable whether its elements can lie side
// by side for the lanes of a vector.
#include "compiler/contract/interleaved.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/known/library_function.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: private
/// variables all of whose accesses are loads, stores, copies and fills of elements of one size, at
/// multiples of this size, are marked (contract/interleaved.h). Why here: joined accesses have
/// larger elements.
FUNCTION_PASS(InterleaveVariablesPass);

namespace {

constexpr uint64_t kMostCopiedElements = 64;  // by one memcpy or memset
// A function with variants for so many lanes has some for all numbers of lanes.
constexpr unsigned kFewestLanes = 2;

// Finds out whether all uses of a variable agree on the size of its elements.
class ElementSize {
 public:
  explicit ElementSize(const llvm::DataLayout& layout) : layout_(layout) {}

  /// 0 if there is none.
  uint64_t of(const llvm::AllocaInst& variable) {
    visitUses(variable);
    const uint64_t bytes = layout_.getTypeAllocSize(variable.getAllocatedType()).getFixedValue();
    const bool fits = !failed_ && size_ != 0 && bytes % size_ == 0 &&
                      copied_ / size_ <= kMostCopiedElements &&
                      llvm::all_of(steps_, [&](uint64_t step) { return step % size_ == 0; });
    return fits ? size_ : 0;
  }

 private:
  void visitUses(const llvm::Value& pointer) {
    for (const llvm::Use& use : pointer.uses()) visit(use);
  }

  void visit(const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      visitAddress(*address);
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      failed_ |= !load->isSimple();
      visitAccess(load->getType());
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      failed_ |= !store->isSimple() || use.getOperandNo() != 1;
      visitAccess(store->getValueOperand()->getType());
    } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      visitCopy(*memory);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
               call && libraryFunctionOf(*call, kFewestLanes)) {
      visitSecondResult(*call);
    } else {
      failed_ |= !user->isLifetimeStartOrEnd();
    }
  }

  void visitAddress(const llvm::GetElementPtrInst& address) {
    for (auto step = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); step != end;
         ++step)
      steps_.push_back(
          step.isStruct()
              ? layout_.getStructLayout(step.getStructType())
                    ->getElementOffset(
                        llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue())
                    .getFixedValue()
              : bytesOf(step));
    visitUses(address);
  }

  // A constant index gives an offset, another one a step.
  uint64_t bytesOf(const llvm::generic_gep_type_iterator<llvm::User::const_op_iterator>& step) {
    const uint64_t stride = step.getSequentialElementStride(layout_).getFixedValue();
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(step.getOperand());
    return index ? stride * static_cast<uint64_t>(index->getSExtValue()) : stride;
  }

  void visitAccess(llvm::Type* type) {
    for (const Leaf& leaf : leavesOf(type, layout_)) {
      const uint64_t bits = layout_.getTypeSizeInBits(leaf.type).getFixedValue();
      if (size_ == 0) size_ = bits / 8;
      failed_ |= bits % 8 != 0 || bits / 8 != size_ || !std::has_single_bit(size_);
      steps_.push_back(leaf.offsetBytes);
    }
  }

  void visitCopy(const llvm::MemIntrinsic& memory) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
    failed_ |= !length || memory.isVolatile() || llvm::isa<llvm::MemMoveInst>(memory);
    // Two private variables may have elements of different sizes.
    if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&memory))
      failed_ |= isPrivate(*copy->getRawSource()) && isPrivate(*copy->getRawDest());
    if (!failed_) copied_ = std::max(copied_, length->getZExtValue());
    if (length) steps_.push_back(length->getZExtValue());
  }

  // Vector variants write it to memory of their own, from where it is stored (widen_call.cpp).
  void visitSecondResult(const llvm::CallInst& call) {
    llvm::Type* type = secondResultOf(call, *libraryFunctionOf(call, kFewestLanes));
    visitAccess(call.getType()->getWithNewType(type));
  }

  static bool isPrivate(const llvm::Value& pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer, /*MaxLookup=*/0));
  }

  const llvm::DataLayout& layout_;
  uint64_t size_ = 0, copied_ = 0;
  llvm::SmallVector<uint64_t> steps_;
  bool failed_ = false;
};

bool markInterleaved(llvm::Function& kernel) {
  llvm::LLVMContext& context = kernel.getContext();
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!variable || variable->isArrayAllocation()) continue;
    const uint64_t size = ElementSize(kernel.getParent()->getDataLayout()).of(*variable);
    if (size == 0) continue;
    llvm::Metadata* bytes = llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), size));
    variable->setMetadata(kInterleaved, llvm::MDNode::get(context, bytes));
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses InterleaveVariablesPass::run(llvm::Function& kernel,
                                                     llvm::FunctionAnalysisManager&) {
  const bool changed = isPrepared(kernel) && markInterleaved(kernel);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
