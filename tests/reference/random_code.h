// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generators of random kernels have in common: numbers of a seed, the kernel's function, local
// memory, branches, and blocks that branch to each other until their fuel is spent.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <random>
#include <vector>

namespace lanewise::fuzz {

class RandomCode {
 protected:
  using Value = llvm::Value;
  using BasicBlock = llvm::BasicBlock;

  RandomCode(uint64_t seed, llvm::Module& module)
      : random_(seed), module_(module), context_(module.getContext()), builder_(context_) {}

  // Numbers.
  unsigned pick(size_t count) { return static_cast<unsigned>(random_() % count); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  template <class T>
  const T& oneOf(const std::vector<T>& values) {
    return values[pick(values.size())];
  }

  // Pieces.
  BasicBlock* newBlock(const char* name) { return BasicBlock::Create(context_, name, kernel_); }
  Value* i32(uint64_t number) { return builder_.getInt32(static_cast<uint32_t>(number)); }
  Value* i64(uint64_t number) { return builder_.getInt64(number); }
  Value* load(llvm::AllocaInst* variable) {
    return builder_.CreateLoad(variable->getAllocatedType(), variable);
  }

  /// Makes `kernel_`, with its arguments at these places of the argument block
  /// (kArgumentsAttribute), and goes on in its entry. The first `mayBeNoAlias` parameters are
  /// noalias at times.
  void createFunction(llvm::ArrayRef<llvm::Type*> parameters, llvm::StringRef places,
                      unsigned mayBeNoAlias);
  /// The address of a new variable of so many words in local memory.
  llvm::Constant* localVariable(unsigned words, llvm::Align align);

  template <class Then, class Else>
  void branch(Value* condition, Then&& then, Else&& otherwise) {
    auto *yes = newBlock("yes"), *no = newBlock("no"), *behind = newBlock("behind");
    builder_.CreateCondBr(condition, yes, no);
    builder_.SetInsertPoint(yes);
    then();
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(no);
    otherwise();
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(behind);
  }

  /// Goes to `exit` if `fuel` is spent.
  void spendFuel(llvm::AllocaInst* fuel, BasicBlock* exit);
  /// Ends the block with a branch by the condition or a switch by the number, to any targets.
  void branchTo(llvm::function_ref<BasicBlock*()> target, llvm::function_ref<Value*()> condition,
                llvm::function_ref<Value*()> number);

  std::mt19937_64 random_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  llvm::Function* kernel_ = nullptr;
};

}  // namespace lanewise::fuzz
