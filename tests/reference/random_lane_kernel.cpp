// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control flow of random kernels. As in random_kernel.cpp, only variables in
// `uniform_` control barriers. In kernels with barriers they are assigned uniform values in uniform
// control flow.
#include "tests/reference/random_lane_kernel.h"

#include "tests/reference/random_assignments.h"

namespace lanewise::fuzz {
namespace {

using namespace lane_kernel;

class Generator : RandomAssignments {
 public:
  Generator(uint64_t seed, llvm::Module& module) : RandomAssignments(seed, module) {}

  void generate() {
    chooseTypes();
    usesLibrary_ = chance(25);
    usesBarriers_ = chance(40);
    createKernel();
    createVariables();
    if (usesBarriers_) clearLocalMemory();
    // Most kernels are small, so that there can be many.
    const unsigned size = chance(60) ? 1 : chance(70) ? 2 : 4;
    budget_ = static_cast<int>(size * size * 12);
    if (chance(20))
      unstructured(size);
    else
      uniformStatements(std::min(size, 2u), size + pick(2));
    finish();
  }

 private:
  void createKernel();
  void createVariables();
  void createArrays();
  void clearLocalMemory();
  void finish();

  void barrier() { call(KernelCall::Barrier); }
  void exchange();
  void localCounters();
  void uniformStatement(unsigned depth);
  void uniformStatements(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) uniformStatement(depth);
  }
  void uniformLoop(unsigned depth);
  void firstIterations(Value* count, BasicBlock* latch);

  void statement(unsigned depth);
  void statements(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }
  void simpleStatement();
  void rowSum();
  void escape();
  void loop(unsigned depth);
  void switchOver(unsigned depth);
  Value* anyCondition() { return chance(25) ? uniformCondition() : condition(); }
  void jumpOut(Value* condition, const std::vector<BasicBlock*>& targets);
  void returnEarly();
  void unstructured(unsigned size);
  void branchAnywhere(const std::vector<BasicBlock*>& blocks, BasicBlock* exit);

  Value* word(Value* base, Value* index) {
    return builder_.CreateGEP(builder_.getInt32Ty(), base, index);
  }

  bool usesBarriers_ = false;
  llvm::AllocaInst* fuel_ = nullptr;
  std::vector<Value*> locals_;  // arrays of kLocalWords
  // Behind loops, and their latches: what single work-items may jump to, and all of them together.
  std::vector<BasicBlock*> jumpTargets_, uniformTargets_;
};

void Generator::createKernel() {
  Type *pointer = builder_.getPtrTy(), *i32Type = builder_.getInt32Ty();
  createFunction({pointer, pointer, pointer, pointer, pointer, i32Type, builder_.getInt64Ty(),
                  builder_.getFloatTy(), pointer},
                 kArguments, /*mayBeNoAlias=*/4);
  if (!usesBarriers_) return;
  locals_.push_back(kernel_->getArg(4));
  if (chance(50)) locals_.push_back(localVariable(kLocalWords, llvm::Align(8)));
  localCounters_ = localVariable(kCounters, llvm::Align(8));
}

void Generator::createVariables() {
  const auto make = [&](Type* type) { return builder_.CreateAlloca(type); };
  for (Type* type : scalarTypes_)
    for (unsigned i = 0, count = 1 + pick(2); i < count; ++i) variables_.push_back(make(type));
  variables_.push_back(make(builder_.getInt32Ty()));
  for (Type* type : vectorTypes_) variables_.push_back(make(type));
  for (unsigned i = 0; i < 2; ++i) uniform_.push_back(make(builder_.getInt32Ty()));
  for (unsigned i = 0; i < 2; ++i) {
    flags_.push_back(make(builder_.getInt1Ty()));
    builder_.CreateStore(i ? builder_.getTrue() : builder_.getFalse(), flags_.back());
  }
  fuel_ = make(builder_.getInt32Ty());
  for (unsigned i = 0; i < kRegions; ++i) {
    Type* element = !vectorTypes_.empty() && chance(40) ? oneOf(vectorTypes_) : oneOf(scalarTypes_);
    const unsigned most = kRegionBytes / 1024 / bytesOf(element);
    regions_.push_back({element, pick(7), 1 + pick(std::min(3u, most))});
  }
  createArrays();
  builder_.CreateStore(i32(5 + pick(20)), fuel_);
  for (llvm::AllocaInst* variable : uniform_) builder_.CreateStore(i32(pick(9)), variable);
  for (llvm::AllocaInst* variable : variables_)
    builder_.CreateStore(
        cast(call(KernelCall::GlobalId, chance(70) ? 0 : pick(3)), variable->getAllocatedType()),
        variable);
}

void Generator::createArrays() {
  auto* record =
      llvm::StructType::get(context_, {builder_.getInt8Ty(), builder_.getInt32Ty(),
                                       llvm::FixedVectorType::get(builder_.getFloatTy(), 2),
                                       builder_.getInt16Ty(), builder_.getDoubleTy()});
  if (chance(25)) records_ = builder_.CreateAlloca(llvm::ArrayType::get(record, 1 + pick(3)));
  for (unsigned i = 0, count = chance(50) ? 0 : 1 + pick(3); i < count; ++i) {
    Type* element = !vectorTypes_.empty() && chance(30) ? oneOf(vectorTypes_) : oneOf(scalarTypes_);
    const unsigned elements = 1u << pick(5);
    auto* variable = builder_.CreateAlloca(llvm::ArrayType::get(element, elements));
    if (chance(20))
      variable->setAlignment(
          std::max(variable->getAlign(), llvm::Align(uint64_t{1} << (4 + pick(3)))));
    arrays_.push_back({variable, element, elements});
  }
  const auto clear = [&](llvm::AllocaInst* variable) {
    builder_.CreateMemSet(variable, builder_.getInt8(0), bytesOf(variable->getAllocatedType()),
                          variable->getAlign());
  };
  if (records_) clear(records_);
  for (const PrivateArray& array : arrays_) clear(array.variable);
}

// Local memory is undefined at the start.
void Generator::clearLocalMemory() {
  Value* mine = call(KernelCall::LocalLinearId);
  for (Value* local : locals_) builder_.CreateStore(i32(0), word(local, mine));
  branch(
      builder_.CreateICmpEQ(mine, i64(0)),
      [&] {
        for (unsigned i = 0; i < kCounters; ++i)
          builder_.CreateStore(i32(0), word(localCounters_, i64(i)));
      },
      [] {});
  barrier();
}

void Generator::finish() {
  if (chance(30)) storeOut();
  if (chance(60)) storeOwn();
  Value* sum = i64(0);
  for (llvm::AllocaInst* variable : variables_) {
    Value* bits = bitsOf(load(variable));
    for (unsigned i = 0; i < countOf(bits->getType()); ++i) {
      Value* part = bits->getType()->isVectorTy() ? builder_.CreateExtractElement(bits, i) : bits;
      sum = builder_.CreateAdd(builder_.CreateMul(sum, i64(3)),
                               builder_.CreateZExtOrTrunc(part, builder_.getInt64Ty()));
    }
  }
  builder_.CreateStore(sum, outWord(0));
  builder_.CreateRetVoid();
}

// Passes a value from one work-item to another.
void Generator::exchange() {
  Value* local = locals_[pick(locals_.size())];
  Value* mine = call(KernelCall::LocalLinearId);
  Value* size = builder_.CreateMul(
      builder_.CreateMul(call(KernelCall::LocalSize, 0), call(KernelCall::LocalSize, 1)),
      call(KernelCall::LocalSize, 2));
  if (chance(30)) mine = builder_.CreateSub(builder_.CreateSub(size, i64(1)), mine);
  builder_.CreateStore(value(builder_.getInt32Ty()), word(local, mine));
  barrier();
  statements(1, pick(2));
  Value* other = call(KernelCall::LocalLinearId);
  other = chance(50) ? builder_.CreateXor(other, i64(1u << pick(4)))
                     : builder_.CreateAdd(other, i64(pick(20)));
  builder_.CreateStore(
      builder_.CreateLoad(builder_.getInt32Ty(), word(local, builder_.CreateURem(other, size))),
      variables_[0]);
  barrier();
}

// Between two barriers work-items change the group's counters; then all of them read these.
void Generator::localCounters() {
  countsLocally_ = true;
  statements(2, 1 + pick(3));
  atomic();
  countsLocally_ = false;
  barrier();
  Value* counted =
      builder_.CreateLoad(builder_.getInt32Ty(), word(localCounters_, i64(pick(kCounters))));
  builder_.CreateStore(counted, chance(50) ? uniform_[pick(2)] : variables_[0]);
  barrier();
}

void Generator::uniformStatement(unsigned depth) {
  if (usesBarriers_ && chance(25)) return chance(60) ? exchange() : localCounters();
  switch (pick(depth ? 10 : 6)) {
    case 0: {
      builder_.CreateStore(uniformValue(builder_.getInt32Ty()), uniform_[pick(2)]);
      return;
    }
    case 6:
    case 7: return uniformLoop(depth - 1);
    case 8:
      return branch(
          uniformCondition(), [&] { uniformStatements(depth - 1, 1 + pick(2)); },
          [&] { uniformStatements(depth - 1, pick(2)); });
    case 4: return jumpOut(uniformCondition(), uniformTargets_);
    default: return chance(20) ? rowSum() : statement(2);
  }
}

// Other statements may leave it where nobody waits at a barrier for those who do.
void Generator::uniformLoop(unsigned depth) {
  auto *head = newBlock("loop"), *body = newBlock("body"), *latch = newBlock("loop.latch"),
       *behind = newBlock("loop.end");
  Value* trips = builder_.CreateURem(uniformValue(builder_.getInt32Ty()), i32(4));
  BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode* count = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  const bool testsAtEnd = chance(40);
  if (testsAtEnd)
    builder_.CreateBr(body);
  else
    builder_.CreateCondBr(builder_.CreateICmpULT(count, trips), body, behind);
  builder_.SetInsertPoint(body);
  if (chance(50)) builder_.CreateStore(count, chance(50) ? variables_[0] : uniform_[pick(2)]);
  std::vector<std::vector<BasicBlock*>*> left{&uniformTargets_};
  if (!usesBarriers_) left.push_back(&jumpTargets_);
  for (auto* targets : left) targets->insert(targets->end(), {behind, latch});
  if (usesBarriers_ && chance(30)) firstIterations(count, latch);
  uniformStatements(depth, 1 + pick(2));
  for (auto* targets : left) targets->resize(targets->size() - 2);
  builder_.CreateBr(latch);
  builder_.SetInsertPoint(latch);
  Value* next = builder_.CreateAdd(count, i32(1));
  count->addIncoming(i32(0), before);
  count->addIncoming(next, latch);
  if (testsAtEnd)
    builder_.CreateCondBr(builder_.CreateICmpULT(next, trips), head, behind);
  else
    builder_.CreateBr(head);
  builder_.SetInsertPoint(behind);
}

// Iterations without barriers, in which work-items may go on to the next one. All of them run the
// code behind this in the other iterations.
void Generator::firstIterations(Value* count, BasicBlock* latch) {
  const unsigned first = 1 + pick(3);
  auto *jumps = newBlock("first"), *behind = newBlock("others");
  builder_.CreateCondBr(builder_.CreateICmpULT(count, i32(first)), jumps, behind);
  builder_.SetInsertPoint(jumps);
  jumpTargets_.push_back(latch);
  statements(1, 1 + pick(2));
  jumpOut(condition(), jumpTargets_);
  statements(1, pick(2));
  jumpTargets_.pop_back();
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  auto *others = newBlock("all"), *rest = newBlock("rest");
  // Another condition, which LLVM does not replace by the first one.
  builder_.CreateCondBr(builder_.CreateICmpUGE(count, i32(first + pick(2))), others, rest);
  builder_.SetInsertPoint(rest);
  statements(1, pick(2));
  builder_.CreateBr(latch);
  builder_.SetInsertPoint(others);
}

void Generator::statement(unsigned depth) {
  if (budget_ < 0 && chance(80)) return;
  switch (depth ? pick(14) : 13) {
    case 0:
    case 1:
    case 2:
      return branch(
          condition(), [&] { statements(depth - 1, 1 + pick(2)); },
          [&] { statements(depth - 1, pick(2)); });
    case 3:
    case 4: return loop(depth - 1);
    case 5: return switchOver(depth - 1);
    case 6:
      if (chance(25)) returnEarly();
      return;
    case 7: return jumpOut(anyCondition(), jumpTargets_);
    default: return simpleStatement();
  }
}

void Generator::simpleStatement() {
  switch (pick(15)) {
    case 14: return rowSum();
    case 0:
    case 1: return storeOut();
    case 2:
    case 3:
    case 4: return storeOwn();
    case 5:
    case 6: return arrays_.empty() ? assign() : storeArray();
    case 7: return records_ ? storeRecord() : assign();
    case 8: return arrays_.empty() ? assign() : copyMemory();
    case 9: return chance(50) ? atomic() : atomicOnOwn();
    case 10:
      if (chance(30) && !arrays_.empty()) escape();
      return;
    default: return assign();
  }
}

// Of the elements of a row of each work-item's own. It is in a buffer or in a variable.
void Generator::rowSum() {
  Type *type = oneOf(scalarTypes_), *wide = builder_.getInt64Ty();
  Value* row = builder_.CreateGEP(type, kernel_->getArg(1),
                                  builder_.CreateURem(value(wide, 1), i64(kInBytes / 8 - 64)));
  llvm::AllocaInst* variable = oneOf(variables_);
  Value* sum = chance(40) && variable->getAllocatedType()->isIntegerTy(64)
                   ? variable
                   : outWord(1 + pick(kOutWords - 1));
  Value* trips = builder_.CreateURem(chance(85) ? uniformValue(wide) : value(wide, 1), i64(25));
  auto *body = newBlock("row"), *behind = newBlock("row.end");
  auto* before = builder_.CreateBr(body)->getParent();
  builder_.SetInsertPoint(body);
  llvm::PHINode* count = builder_.CreatePHI(wide, 2);
  Value* bits = bitsOf(builder_.CreateLoad(type, builder_.CreateGEP(type, row, count)));
  Value* old = builder_.CreateMul(builder_.CreateLoad(wide, sum), i64(3));
  builder_.CreateStore(builder_.CreateAdd(old, builder_.CreateZExt(bits, wide)), sum);
  count->addIncoming(i64(0), before);
  count->addIncoming(builder_.CreateNUWAdd(count, i64(1)), body);
  builder_.CreateCondBr(builder_.CreateICmpULT(count, trips), body, behind);
  builder_.SetInsertPoint(behind);
}

// The address of an array is in a variable.
void Generator::escape() {
  const PrivateArray& array = oneOf(arrays_);
  auto* variable = [&] {
    llvm::IRBuilder<> entry(&kernel_->getEntryBlock(), kernel_->getEntryBlock().begin());
    return entry.CreateAlloca(builder_.getPtrTy());
  }();
  builder_.CreateStore(array.variable, variable);
  branch(condition(), [&] { statement(1); }, [] {});
  Value* address = builder_.CreateLoad(builder_.getPtrTy(), variable);
  Value* stored = value(array.element, 1);
  builder_.CreateStore(stored,
                       builder_.CreateGEP(array.element, address, {i32(pick(array.count))}));
}

void Generator::loop(unsigned depth) {
  auto *head = newBlock("spin"), *latch = newBlock("latch"), *behind = newBlock("spun");
  Value* trips = builder_.CreateURem(
      chance(70) ? value(builder_.getInt32Ty(), 1) : uniformValue(builder_.getInt32Ty()), i32(5));
  BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode* count = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  if (chance(50)) builder_.CreateStore(count, variables_[0]);
  jumpTargets_.push_back(behind);  // break
  jumpTargets_.push_back(latch);   // continue
  statements(depth, 1 + pick(2));
  if (chance(40)) jumpOut(anyCondition(), jumpTargets_);
  jumpTargets_.pop_back();
  jumpTargets_.pop_back();
  builder_.CreateBr(latch);
  builder_.SetInsertPoint(latch);
  Value* next = builder_.CreateAdd(count, i32(1));
  count->addIncoming(i32(0), before);
  count->addIncoming(next, latch);
  builder_.CreateCondBr(builder_.CreateICmpULT(next, trips), head, behind);
  builder_.SetInsertPoint(behind);
}

void Generator::switchOver(unsigned depth) {
  auto* behind = newBlock("switched");
  std::vector<BasicBlock*> arms;
  const unsigned count = 2 + pick(4);
  for (unsigned i = 0; i < count; ++i) arms.push_back(newBlock("arm"));
  Value* number =
      chance(80) ? value(builder_.getInt32Ty(), 1) : uniformValue(builder_.getInt32Ty());
  auto* choice = builder_.CreateSwitch(builder_.CreateURem(number, i32(count + 2)),
                                       chance(50) ? behind : arms[0]);
  jumpTargets_.push_back(behind);
  for (unsigned i = 0; i < count; ++i) {
    choice->addCase(builder_.getInt32(i), arms[i]);
    if (chance(20)) choice->addCase(builder_.getInt32(count + i), arms[i]);
    builder_.SetInsertPoint(arms[i]);
    statements(depth, 1 + pick(2));
    builder_.CreateBr(i + 1 < count && chance(25) ? arms[i + 1] : behind);
  }
  jumpTargets_.pop_back();
  builder_.SetInsertPoint(behind);
}

void Generator::jumpOut(Value* condition, const std::vector<BasicBlock*>& targets) {
  if (targets.empty()) return;
  auto *leave = newBlock("jump"), *stay = newBlock("stay");
  builder_.CreateCondBr(condition, leave, stay);
  builder_.SetInsertPoint(leave);
  if (chance(70)) assign();
  builder_.CreateBr(oneOf(targets));
  builder_.SetInsertPoint(stay);
}

void Generator::returnEarly() {
  auto *leave = newBlock("leave"), *stay = newBlock("stay");
  builder_.CreateCondBr(condition(), leave, stay);
  builder_.SetInsertPoint(leave);
  if (chance(50)) storeOut();
  builder_.CreateRetVoid();
  builder_.SetInsertPoint(stay);
}

// Blocks that branch to each other at random, with limited fuel: goto.
void Generator::unstructured(unsigned size) {
  std::vector<BasicBlock*> blocks;
  for (unsigned i = 0, count = 2 + pick(2 * size); i < count; ++i)
    blocks.push_back(newBlock("free"));
  BasicBlock* exit = newBlock("exit");
  branchAnywhere(blocks, exit);
  for (BasicBlock* block : blocks) {
    builder_.SetInsertPoint(block);
    statements(1, pick(1 + size));
    if (chance(10)) returnEarly();
    branchAnywhere(blocks, exit);
  }
  builder_.SetInsertPoint(exit);
}

void Generator::branchAnywhere(const std::vector<BasicBlock*>& blocks, BasicBlock* exit) {
  spendFuel(fuel_, exit);
  const bool isUniform = chance(25);
  Type* i32Type = builder_.getInt32Ty();
  branchTo([&] { return chance(10) ? exit : blocks[pick(blocks.size())]; },
           [&] { return isUniform ? uniformCondition() : condition(); },
           [&] { return isUniform ? uniformValue(i32Type) : value(i32Type, 1); });
}

}  // namespace

std::unique_ptr<llvm::Module> makeRandomLaneKernel(uint64_t seed, const llvm::DataLayout& layout,
                                                   llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("random", context);
  module->setDataLayout(layout);
  Generator(seed, *module).generate();
  return module;
}

}  // namespace lanewise::fuzz
