// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements nested in each other, with jumps out of loops and to the end, or blocks that branch to
// each other at random. Variables are promoted to SSA form at the end.
#include "tests/passes/analysis/uniformity/random_function.h"

#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <random>
#include <vector>

namespace lanewise::fuzz {
namespace {

using llvm::BasicBlock;
using llvm::Value;

class Generator {
 public:
  Generator(uint64_t seed, llvm::Module& module)
      : random_(seed), context_(module.getContext()), builder_(context_) {
    llvm::Type* i32 = builder_.getInt32Ty();
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {i32, i32}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "kernel", module);
    builder_.SetInsertPoint(newBlock("entry"));
    for (unsigned i = 0, count = 2 + pick(4); i < count; ++i)
      variables_.push_back(builder_.CreateAlloca(i32));
    for (llvm::AllocaInst* variable : variables_)
      if (!chance(20)) builder_.CreateStore(chance(30) ? value() : number(pick(4)), variable);
  }

  void generate() {
    if (chance(30)) {
      anyBlocks();
    } else {
      statements(3, 2 + pick(4));
      use();
      builder_.CreateRetVoid();
    }
    llvm::removeUnreachableBlocks(*function_);  // removes variables, too
    std::vector<llvm::AllocaInst*> left;
    for (llvm::Instruction& instruction : function_->getEntryBlock())
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) left.push_back(variable);
    llvm::DominatorTree dominators(*function_);
    llvm::PromoteMemToReg(left, dominators);
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  BasicBlock* newBlock(const char* name) { return BasicBlock::Create(context_, name, function_); }
  Value* number(uint32_t value) { return builder_.getInt32(value); }
  llvm::AllocaInst* variable() { return variables_[pick(variables_.size())]; }

  Value* call(KernelCall kind) {
    return builder_.CreateTrunc(emitKernelCall(builder_, kind), builder_.getInt32Ty());
  }
  Value* leaf() {
    switch (pick(10)) {
      case 0: return call(KernelCall::LocalId);
      case 1: return function_->getArg(pick(2));
      case 2: return call(KernelCall::GroupId);
      case 3: return number(pick(5));
      default: return builder_.CreateLoad(builder_.getInt32Ty(), variable());
    }
  }
  Value* value() {
    switch (pick(4)) {
      case 0: return builder_.CreateAdd(leaf(), leaf());
      case 1: return builder_.CreateXor(leaf(), leaf());
      case 2: return builder_.CreateSelect(condition(), leaf(), leaf());
      default: return leaf();
    }
  }
  Value* condition() {
    return builder_.CreateICmpEQ(builder_.CreateAnd(leaf(), number(1 + pick(3))), number(pick(2)));
  }
  void use() { builder_.CreateAdd(leaf(), leaf()); }

  void statements(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }
  void statement(unsigned depth) {
    switch (pick(depth ? 9 : 3)) {
      case 0:
      case 1: builder_.CreateStore(value(), variable()); return;
      case 2: return chance(60) ? use() : jump();
      case 3:
      case 4: return loop(depth - 1);
      case 5: return choose(depth - 1);
      default: return branch(depth - 1);
    }
  }
  void branch(unsigned depth) {
    auto *yes = newBlock("yes"), *no = newBlock("no"), *behind = newBlock("behind");
    builder_.CreateCondBr(condition(), yes, no);
    builder_.SetInsertPoint(yes);
    statements(depth, 1 + pick(2));
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(no);
    statements(depth, pick(2));
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(behind);
  }
  void choose(unsigned depth) {
    auto* behind = newBlock("behind");
    std::vector<BasicBlock*> arms;
    for (unsigned i = 0; i < 3; ++i) arms.push_back(chance(20) ? behind : newBlock("arm"));
    auto* choice = builder_.CreateSwitch(builder_.CreateAnd(leaf(), number(3)), arms[0]);
    choice->addCase(builder_.getInt32(1), arms[1]);
    choice->addCase(builder_.getInt32(2), arms[2]);
    for (unsigned i = 0; i < 3; ++i) {
      if (arms[i] == behind) continue;
      builder_.SetInsertPoint(arms[i]);
      statements(depth, 1);
      builder_.CreateBr(i < 2 && arms[i + 1] != behind && chance(20) ? arms[i + 1] : behind);
    }
    builder_.SetInsertPoint(behind);
  }
  void loop(unsigned depth) {
    auto *head = newBlock("loop"), *body = newBlock("body"), *behind = newBlock("behind");
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    if (chance(70))
      builder_.CreateCondBr(condition(), body, behind);
    else
      builder_.CreateBr(body);
    loops_.push_back({head, behind});
    builder_.SetInsertPoint(body);
    statements(depth, 1 + pick(3));
    // Most counters go up, so that iterations differ.
    llvm::AllocaInst* counter = variable();
    builder_.CreateStore(
        builder_.CreateAdd(builder_.CreateLoad(builder_.getInt32Ty(), counter), number(1)),
        counter);
    builder_.CreateCondBr(condition(), head, behind);
    loops_.pop_back();
    builder_.SetInsertPoint(behind);
  }
  // Goes on at the start or behind one of the loops around, or ends.
  void jump() {
    auto *leave = newBlock("leave"), *stay = newBlock("stay");
    builder_.CreateCondBr(condition(), leave, stay);
    builder_.SetInsertPoint(leave);
    if (chance(30)) builder_.CreateStore(value(), variable());
    if (loops_.empty() || chance(25)) {
      builder_.CreateRetVoid();
    } else {
      const auto& [head, behind] = loops_[pick(loops_.size())];
      builder_.CreateBr(chance(50) ? behind : head);
    }
    builder_.SetInsertPoint(stay);
  }

  void anyBlocks() {
    std::vector<BasicBlock*> blocks;
    for (unsigned i = 0, count = 3 + pick(9); i < count; ++i) blocks.push_back(newBlock("any"));
    BasicBlock* before = builder_.GetInsertBlock();
    for (unsigned i = 0; i < blocks.size(); ++i) {
      builder_.SetInsertPoint(blocks[i]);
      for (unsigned j = 0, count = pick(3); j < count; ++j)
        builder_.CreateStore(value(), variable());
      use();
      // Mostly forward, so that functions end.
      const auto target = [&] {
        return chance(25) ? blocks[pick(blocks.size())]
                          : blocks[std::min<size_t>(blocks.size() - 1, i + 1 + pick(3))];
      };
      if (i + 1 == blocks.size() || chance(5)) {
        builder_.CreateRetVoid();
      } else {
        Value* decides = condition();
        BasicBlock *yes = target(), *no = target();
        builder_.CreateCondBr(decides, yes, no);
      }
    }
    builder_.SetInsertPoint(before);
    builder_.CreateBr(blocks.front());
  }

  std::mt19937_64 random_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  llvm::Function* function_ = nullptr;
  std::vector<llvm::AllocaInst*> variables_;
  std::vector<std::pair<BasicBlock*, BasicBlock*>> loops_;  // start, and what is behind
};

}  // namespace

std::unique_ptr<llvm::Module> makeRandomFunction(uint64_t seed, llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("random", context);
  Generator(seed, *module).generate();
  return module;
}

}  // namespace lanewise::fuzz
