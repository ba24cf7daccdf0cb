// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generator. There are two types of control flow: nested statements, and blocks that branch to
// each other at random with limited fuel (therefore irreducible, with loops everywhere). Two sets
// of variables keep barriers legal: those in `uniform_` are assigned only uniform values in uniform
// control flow, and only they control barriers; all others control the rest.
#include "tests/reference/random_kernel.h"

#include "compiler/contract/kernel_calls.h"
#include "tests/reference/random_code.h"

#include <vector>

namespace lanewise::fuzz {
namespace {

using llvm::BasicBlock;
using llvm::Value;

constexpr unsigned kArrayWords = 8;
constexpr unsigned kBigWords = 5000;  // more than a kernel's stack may take

class Generator : RandomCode {
 public:
  Generator(uint64_t seed, llvm::Module& module) : RandomCode(seed, module) {}

  void generate() {
    createKernel();
    createVariables();
    clearLocalMemory();
    if (chance(50))
      unstructured();
    else
      uniformStatements(3, 3 + pick(5));
    finish();
  }

 private:
  Value* call(KernelCall kind, unsigned dim = 0) {
    return builder_.CreateTrunc(emitKernelCall(builder_, kind, dim), builder_.getInt32Ty());
  }
  Value* word(Value* array, Value* index, unsigned count) {
    Value* wrapped = builder_.CreateURem(index, i32(count));
    return builder_.CreateGEP(builder_.getInt32Ty(), array, wrapped);
  }
  Value* outWord(unsigned index);
  Value* combine(Value* a, Value* b);

  void createKernel();
  void createVariables();
  void clearLocalMemory();
  void finish();

  Value* uniformLoad();
  Value* uniformLeaf();
  Value* uniformValue() {
    return chance(60) ? uniformLeaf() : combine(uniformLeaf(), uniformLeaf());
  }
  Value* uniformCondition() {
    return builder_.CreateICmpEQ(builder_.CreateURem(uniformValue(), i32(2 + pick(2))), i32(0));
  }
  Value* leaf();
  Value* value() { return chance(30) ? leaf() : combine(leaf(), leaf()); }
  // Often the same for several rows, which may then run together.
  Value* rowCondition() {
    Value* y = call(chance(50) ? KernelCall::LocalId : KernelCall::GlobalId, 1);
    if (chance(50)) return builder_.CreateICmpEQ(builder_.CreateAnd(y, i32(1 + pick(3))), i32(0));
    return builder_.CreateICmpULT(y, chance(50) ? i32(pick(9)) : kernel_->getArg(4));
  }
  Value* condition() {
    if (chance(25)) return rowCondition();
    return builder_.CreateICmpULT(builder_.CreateURem(value(), i32(7)), i32(1 + pick(5)));
  }

  void barrier() { emitKernelCall(builder_, KernelCall::Barrier); }
  void exchange();
  void uniformStatement(unsigned depth);
  void uniformStatements(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) uniformStatement(depth);
  }
  void uniformLoop(unsigned depth);
  void uniformSwitch(unsigned depth);
  void uniformBreak();
  void activeItems();
  void unstructured();
  void branchAnywhere(const std::vector<BasicBlock*>& blocks, BasicBlock* exit);

  void statement(unsigned depth);
  void statements(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }
  void loop(unsigned depth);
  void returnEarly();
  void helper(unsigned depth);
  void jumpOut();
  void touchArray();

  std::vector<llvm::AllocaInst*> uniform_, variables_, wide_, arrays_;
  llvm::AllocaInst* vector_ = nullptr;
  llvm::AllocaInst* fuel_ = nullptr;
  std::vector<Value*> locals_;             // arrays of kMaxItems in local memory
  std::vector<BasicBlock*> uniformLoops_;  // what is behind each loop around barriers
  std::vector<BasicBlock*> jumpTargets_;   // behind loops and helpers that have no barriers
};

void Generator::createKernel() {
  llvm::Type *pointer = builder_.getPtrTy(), *i32 = builder_.getInt32Ty();
  createFunction({pointer, pointer, pointer, pointer, i32, builder_.getInt64Ty(), pointer},
                 kArguments, /*mayBeNoAlias=*/3);
  locals_.push_back(kernel_->getArg(3));
  for (unsigned i = 0, count = pick(3); i < count; ++i)
    locals_.push_back(localVariable(kMaxItems, llvm::Align(4u << pick(5))));
}

void Generator::createVariables() {
  llvm::Type* i32Type = builder_.getInt32Ty();
  auto make = [&](llvm::Type* type, std::vector<llvm::AllocaInst*>& into, unsigned count) {
    for (unsigned i = 0; i < count; ++i) into.push_back(builder_.CreateAlloca(type));
  };
  make(i32Type, uniform_, 2 + pick(3));
  make(i32Type, variables_, 2 + pick(6));
  make(builder_.getInt64Ty(), wide_, 1 + pick(2));
  make(llvm::ArrayType::get(i32Type, kArrayWords), arrays_, 2);
  make(llvm::ArrayType::get(i32Type, chance(10) ? kBigWords : kArrayWords), arrays_, 1);
  vector_ = builder_.CreateAlloca(llvm::FixedVectorType::get(i32Type, 4));
  fuel_ = builder_.CreateAlloca(i32Type);
  builder_.CreateStore(i32(5 + pick(20)), fuel_);
  for (llvm::AllocaInst* variable : uniform_) builder_.CreateStore(i32(pick(9)), variable);
  for (llvm::AllocaInst* variable : variables_)
    builder_.CreateStore(call(KernelCall::GlobalId, pick(3)), variable);
  for (llvm::AllocaInst* variable : wide_)
    builder_.CreateStore(emitKernelCall(builder_, KernelCall::GlobalLinearId), variable);
  for (llvm::AllocaInst* array : arrays_)
    for (unsigned i = 0; i < kArrayWords; ++i)
      builder_.CreateStore(i32(i), word(array, i32(i), kArrayWords));
  builder_.CreateStore(llvm::Constant::getNullValue(vector_->getAllocatedType()), vector_);
}

// Local memory is undefined at the start; work-items that end early leave cells unwritten.
void Generator::clearLocalMemory() {
  auto *head = newBlock("clear"), *behind = newBlock("cleared");
  BasicBlock* before = builder_.GetInsertBlock();
  Value* first = call(KernelCall::LocalLinearId);
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode* cell = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  for (Value* local : locals_) builder_.CreateStore(i32(0), word(local, cell, kMaxItems));
  Value* next = builder_.CreateAdd(cell, i32(1));
  cell->addIncoming(first, before);
  cell->addIncoming(next, head);
  // Each work-item clears its own cell and all after it; the zeros are the same.
  builder_.CreateCondBr(builder_.CreateICmpULT(next, i32(kMaxItems)), head, behind);
  builder_.SetInsertPoint(behind);
  barrier();
}

Value* Generator::outWord(unsigned index) {
  Value* item = emitKernelCall(builder_, KernelCall::GlobalLinearId);
  Value* first = builder_.CreateMul(item, builder_.getInt64(kOutWords));
  return builder_.CreateGEP(builder_.getInt64Ty(), kernel_->getArg(0),
                            builder_.CreateAdd(first, builder_.getInt64(index)));
}

void Generator::finish() {
  auto write = [&](unsigned index, Value* value) {
    builder_.CreateStore(builder_.CreateZExtOrTrunc(value, builder_.getInt64Ty()), outWord(index));
  };
  unsigned index = 1;
  write(0, i32(0xf1f1));
  for (llvm::AllocaInst* variable : variables_) write(index++, load(variable));
  write(index++, load(wide_.front()));
  Value* sum = builder_.CreateExtractElement(load(vector_), pick(4));
  for (llvm::AllocaInst* variable : uniform_) sum = builder_.CreateAdd(sum, load(variable));
  for (llvm::AllocaInst* array : arrays_)
    for (unsigned i = 0; i < kArrayWords; ++i)
      sum = combine(sum,
                    builder_.CreateLoad(builder_.getInt32Ty(), word(array, i32(i), kArrayWords)));
  write(index, sum);
  builder_.CreateRetVoid();
}

Value* Generator::combine(Value* a, Value* b) {
  switch (pick(9)) {
    case 0: return builder_.CreateSub(a, b);
    case 1: return builder_.CreateMul(a, b);
    case 2: return builder_.CreateXor(a, b);
    case 3: return builder_.CreateUDiv(a, builder_.CreateOr(b, i32(1)));
    case 4: return builder_.CreateSelect(builder_.CreateICmpSLT(a, b), a, b);
    case 5: return builder_.CreateShl(a, builder_.CreateAnd(b, i32(7)));
    case 6:
      return builder_.CreateFPToSI(
          builder_.CreateFAdd(
              builder_.CreateSIToFP(builder_.CreateAnd(a, i32(1023)), builder_.getFloatTy()),
              builder_.CreateSIToFP(builder_.CreateAnd(b, i32(1023)), builder_.getFloatTy())),
          builder_.getInt32Ty());
    default: return builder_.CreateAdd(a, b);
  }
}

// Uniform, which the analysis knows of invariant memory only.
Value* Generator::uniformLoad() {
  auto* result = builder_.CreateLoad(builder_.getInt32Ty(),
                                     word(kernel_->getArg(1), i32(pick(kInWords)), kInWords));
  if (chance(50))
    result->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
  return result;
}

Value* Generator::uniformLeaf() {
  switch (pick(9)) {
    case 0: return i32(pick(100));
    case 1: return kernel_->getArg(4);
    case 2: return builder_.CreateTrunc(kernel_->getArg(5), builder_.getInt32Ty());
    case 3: return call(KernelCall::GroupId, pick(3));
    case 4: return call(chance(50) ? KernelCall::LocalSize : KernelCall::NumGroups, pick(3));
    case 5:
      return call(chance(50) ? KernelCall::EnqueuedLocalSize : KernelCall::GlobalOffset, pick(3));
    case 6: return uniformLoad();
    default: return load(uniform_[pick(uniform_.size())]);
  }
}

Value* Generator::leaf() {
  switch (pick(12)) {
    case 0: return uniformLeaf();
    case 1: return call(KernelCall::LocalId, pick(3));
    case 2: return call(KernelCall::GlobalId, pick(3));
    case 3: return call(chance(50) ? KernelCall::LocalLinearId : KernelCall::GlobalLinearId);
    case 4:
      return builder_.CreateLoad(builder_.getInt32Ty(),
                                 word(arrays_[pick(3)], leaf(), kArrayWords));
    case 5:
      return builder_.CreateLoad(builder_.getInt32Ty(), word(kernel_->getArg(1), leaf(), kInWords));
    case 6:
      return builder_.CreateLoad(builder_.getInt32Ty(), word(kernel_->getArg(6), i32(pick(2)), 2));
    case 7: return builder_.CreateTrunc(load(wide_[pick(wide_.size())]), builder_.getInt32Ty());
    case 8: return builder_.CreateExtractElement(load(vector_), pick(4));
    default: return load(variables_[pick(variables_.size())]);
  }
}

// Passes a value from one work-item to another.
void Generator::exchange() {
  Value* local = locals_[pick(locals_.size())];
  Value* mine = call(KernelCall::LocalLinearId);
  builder_.CreateStore(value(), word(local, mine, kMaxItems));
  barrier();
  statements(1, pick(3));
  Value* other = builder_.CreateLoad(
      builder_.getInt32Ty(),
      word(local, builder_.CreateAdd(call(KernelCall::LocalLinearId), i32(pick(kMaxItems))),
           kMaxItems));
  builder_.CreateStore(other, variables_[pick(variables_.size())]);
  barrier();
}

void Generator::uniformStatement(unsigned depth) {
  const unsigned kind = pick(depth ? 13 : 8);
  if (kind < 2) return statement(2);
  if (kind == 6) return activeItems();
  if (kind == 7) return uniformBreak();
  if (kind == 2) return barrier();
  if (kind == 3 || kind == 4) return exchange();
  if (kind == 5) {
    builder_.CreateStore(uniformValue(), uniform_[pick(uniform_.size())]);
    return;
  }
  if (kind < 10) return uniformLoop(depth - 1);
  if (kind == 10) return uniformSwitch(depth - 1);
  branch(
      uniformCondition(), [&] { uniformStatements(depth - 1, 1 + pick(3)); },
      [&] { uniformStatements(depth - 1, pick(3)); });
}

void Generator::uniformLoop(unsigned depth) {
  auto *head = newBlock("loop"), *body = newBlock("body"), *behind = newBlock("behind");
  Value* trips = builder_.CreateURem(uniformValue(), i32(4));
  BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode* count = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  builder_.CreateCondBr(builder_.CreateICmpULT(count, trips), body, behind);
  builder_.SetInsertPoint(body);
  if (chance(50)) builder_.CreateStore(count, variables_[pick(variables_.size())]);
  uniformLoops_.push_back(behind);
  uniformStatements(depth, 1 + pick(3));
  uniformLoops_.pop_back();
  count->addIncoming(i32(0), before);
  count->addIncoming(builder_.CreateAdd(count, i32(1)), builder_.GetInsertBlock());
  builder_.CreateBr(head);
  builder_.SetInsertPoint(behind);
}

void Generator::uniformSwitch(unsigned depth) {
  auto* behind = newBlock("switched");
  std::vector<BasicBlock*> arms;
  for (unsigned i = 0; i < 3; ++i) arms.push_back(newBlock("arm"));
  auto* choice = builder_.CreateSwitch(builder_.CreateURem(uniformValue(), i32(4)), behind);
  for (unsigned i = 0; i < arms.size(); ++i) {
    choice->addCase(builder_.getInt32(i), arms[i]);
    builder_.SetInsertPoint(arms[i]);
    uniformStatements(depth, 1 + pick(2));
    builder_.CreateBr(i + 1 < arms.size() && chance(25) ? arms[i + 1] : behind);
  }
  builder_.SetInsertPoint(behind);
}

void Generator::uniformBreak() {
  if (uniformLoops_.empty()) return;
  auto* stay = newBlock("stay");
  builder_.CreateCondBr(uniformCondition(), uniformLoops_[pick(uniformLoops_.size())], stay);
  builder_.SetInsertPoint(stay);
}

// Some work-items have a value, the others an undefined one that they do not use.
void Generator::activeItems() {
  auto *load = newBlock("active"), *loaded = newBlock("loaded");
  Value* active = condition();
  BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateCondBr(active, load, loaded);
  builder_.SetInsertPoint(load);
  Value* given = chance(50) ? uniformLoad() : uniformValue();
  builder_.CreateBr(loaded);
  builder_.SetInsertPoint(loaded);
  llvm::PHINode* value = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  value->addIncoming(llvm::UndefValue::get(builder_.getInt32Ty()), before);
  value->addIncoming(given, load);
  barrier();
  branch(active, [&] { builder_.CreateStore(value, variables_[pick(variables_.size())]); }, [] {});
}

void Generator::unstructured() {
  std::vector<BasicBlock*> blocks;
  for (unsigned i = 0, count = 2 + pick(9); i < count; ++i) blocks.push_back(newBlock("free"));
  BasicBlock* exit = newBlock("exit");
  branchAnywhere(blocks, exit);
  for (BasicBlock* block : blocks) {
    builder_.SetInsertPoint(block);
    statements(1, pick(3));
    if (chance(30)) barrier();
    if (chance(40)) exchange();
    if (chance(60)) builder_.CreateStore(uniformValue(), uniform_[pick(uniform_.size())]);
    if (chance(15)) returnEarly();
    branchAnywhere(blocks, exit);
  }
  builder_.SetInsertPoint(exit);
}

void Generator::branchAnywhere(const std::vector<BasicBlock*>& blocks, BasicBlock* exit) {
  spendFuel(fuel_, exit);
  branchTo([&] { return chance(5) ? exit : blocks[pick(blocks.size())]; },
           [&] { return uniformCondition(); }, [&] { return uniformValue(); });
}

void Generator::statement(unsigned depth) {
  switch (pick(depth ? 13 : 6)) {
    case 0: return touchArray();
    case 1: {
      Value* place = outWord(1 + pick(kOutWords - 1));
      builder_.CreateStore(builder_.CreateZExt(value(), builder_.getInt64Ty()), place);
      return;
    }
    case 2: {
      Value* wide = builder_.CreateZExt(value(), builder_.getInt64Ty());
      llvm::AllocaInst* variable = wide_[pick(wide_.size())];
      builder_.CreateStore(builder_.CreateAdd(load(variable), wide), variable);
      return;
    }
    case 3:
      builder_.CreateStore(builder_.CreateInsertElement(load(vector_), value(), pick(4)), vector_);
      return;
    case 6:
      return branch(
          condition(), [&] { statements(depth - 1, 1 + pick(2)); },
          [&] { statements(depth - 1, pick(2)); });
    case 7: return loop(depth - 1);
    case 8:
      if (chance(25)) returnEarly();
      return;
    case 9:
      builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Add,
                               word(kernel_->getArg(2), value(), kCounters), value(),
                               llvm::MaybeAlign(4), llvm::AtomicOrdering::Monotonic);
      return;
    case 10: return helper(depth - 1);
    case 11: return jumpOut();
    default: builder_.CreateStore(value(), variables_[pick(variables_.size())]);
  }
}

void Generator::loop(unsigned depth) {
  auto *head = newBlock("spin"), *behind = newBlock("spun");
  Value* trips = builder_.CreateURem(value(), i32(4));
  BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode* count = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  // Uniform in the loop, but work-items leave with different counts.
  if (chance(50)) builder_.CreateStore(count, variables_[pick(variables_.size())]);
  jumpTargets_.push_back(behind);
  statements(depth, 1 + pick(2));
  jumpOut();
  jumpTargets_.pop_back();
  count->addIncoming(i32(0), before);
  Value* next = builder_.CreateAdd(count, i32(1));
  count->addIncoming(next, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateICmpULT(next, trips), head, behind);
  builder_.SetInsertPoint(behind);
}

void Generator::returnEarly() {
  auto *leave = newBlock("leave"), *stay = newBlock("stay");
  builder_.CreateCondBr(builder_.CreateICmpEQ(builder_.CreateURem(value(), i32(5)), i32(pick(5))),
                        leave, stay);
  builder_.SetInsertPoint(leave);
  if (chance(60))
    finish();
  else
    builder_.CreateRetVoid();
  builder_.SetInsertPoint(stay);
}

// What inlining makes of a function: its returns are jumps to one block.
void Generator::helper(unsigned depth) {
  auto* returned = newBlock("returned");
  jumpTargets_.push_back(returned);
  statements(depth, 1 + pick(2));
  jumpOut();
  if (depth) loop(depth - 1);
  jumpTargets_.pop_back();
  builder_.CreateStore(value(), variables_[pick(variables_.size())]);
  builder_.CreateBr(returned);
  builder_.SetInsertPoint(returned);
}

// A break, or a return from a helper, from any depth.
void Generator::jumpOut() {
  if (jumpTargets_.empty()) return;
  auto *leave = newBlock("jump"), *stay = newBlock("stay");
  builder_.CreateCondBr(condition(), leave, stay);
  builder_.SetInsertPoint(leave);
  if (chance(70)) {
    Value* result = chance(50) ? i32(pick(9)) : value();
    builder_.CreateStore(result, variables_[pick(variables_.size())]);
  }
  builder_.CreateBr(jumpTargets_[pick(jumpTargets_.size())]);
  builder_.SetInsertPoint(stay);
}

void Generator::touchArray() {
  Value* array = arrays_[pick(3)];
  if (chance(25)) array = builder_.CreateSelect(condition(), array, arrays_[pick(3)]);
  if (chance(20)) {
    builder_.CreateMemCpy(array, llvm::MaybeAlign(4), arrays_[0], llvm::MaybeAlign(4),
                          kArrayWords * 4, /*isVolatile=*/false);
    return;
  }
  builder_.CreateStore(value(), word(array, leaf(), kArrayWords));
}

}  // namespace

std::unique_ptr<llvm::Module> makeRandomKernel(uint64_t seed, llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("random", context);
  Generator(seed, *module).generate();
  return module;
}

}  // namespace lanewise::fuzz
