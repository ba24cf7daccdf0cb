// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables are allocas. Values become numbers on which floating-point operations are exact in any
// order, so that results do not depend on the order of work-items.
#include "tests/passes/lanes/collective-fuzz/collective_code.h"

#include "compiler/contract/function_attributes.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise::fuzz {
namespace {

using llvm::Value;
using Operation = CollectiveOperation;

class Writer {
 public:
  Writer(const CollectiveProgram& program, unsigned size, llvm::Module& module)
      : program_(program), size_(size), context_(module.getContext()), builder_(context_) {
    llvm::Type* pointer = builder_.getPtrTy();
    auto* type = llvm::FunctionType::get(
        builder_.getVoidTy(),
        {pointer, pointer, pointer, pointer, pointer, builder_.getInt64Ty(), pointer}, false);
    kernel_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "kernel", module);
    stampAttributes(*kernel_);
    kernel_->addFnAttr(kKernelAttribute, "kernel_entry");
    kernel_->addFnAttr(kArgumentsAttribute, kCollectiveArguments);
    setNumberAttribute(*kernel_, kSubGroupSizeAttribute, size);
  }

  void write() {
    builder_.SetInsertPoint(newBlock("entry"));
    exit_ = newBlock("exit");
    for (unsigned i = 0; i < kVariables; ++i) variables_.push_back(makeVariable(i));
    for (unsigned i = 0; i < kGroupVariables; ++i) groupVariables_.push_back(makeVariable(i + 7));
    round_ = makeVariable(0);
    if (program_.waits) clearFlags();
    write(program_.statements, nullptr);
    builder_.CreateBr(exit_);
    builder_.SetInsertPoint(exit_);
    Value* first =
        builder_.CreateMul(id(KernelCall::GlobalLinearId), i64(kVariables + kGroupVariables));
    for (unsigned i = 0; i < kVariables + kGroupVariables; ++i) {
      llvm::AllocaInst* variable = i < kVariables ? variables_[i] : groupVariables_[i - kVariables];
      builder_.CreateStore(load(variable), element(argument(0), builder_.CreateAdd(first, i64(i))));
    }
    builder_.CreateRetVoid();
  }

 private:
  llvm::BasicBlock* newBlock(const char* name) {
    return llvm::BasicBlock::Create(context_, name, kernel_);
  }
  Value* argument(unsigned number) { return kernel_->getArg(number); }
  llvm::ConstantInt* i64(uint64_t value) { return builder_.getInt64(value); }
  llvm::AllocaInst* makeVariable(uint64_t initial) {
    llvm::AllocaInst* variable = builder_.CreateAlloca(builder_.getInt64Ty());
    builder_.CreateStore(i64(initial), variable);
    return variable;
  }
  Value* load(llvm::AllocaInst* variable) {
    return builder_.CreateLoad(builder_.getInt64Ty(), variable);
  }
  Value* element(Value* array, Value* index, llvm::Type* type = nullptr) {
    return builder_.CreateGEP(type ? type : builder_.getInt64Ty(), array, index);
  }
  Value* id(KernelCall call, uint64_t dim = 0) {
    return emitKernelCall(builder_, call, static_cast<unsigned>(dim));
  }
  Value* subGroupId() { return builder_.CreateUDiv(id(KernelCall::LocalLinearId), i64(size_)); }
  Value* lane() { return builder_.CreateZExt(subGroupLocalId(builder_), builder_.getInt64Ty()); }
  void barrier() { emitKernelCall(builder_, KernelCall::Barrier); }

  Value* evaluate(const Expression& e) {
    switch (e.kind) {
      case Expression::Variable: return load(variables_[e.number]);
      case Expression::GroupVariable: return load(groupVariables_[e.number]);
      case Expression::Constant: return i64(e.number);
      case Expression::Argument: return argument(5);
      case Expression::LocalLinearId: return id(KernelCall::LocalLinearId);
      case Expression::GlobalLinearId: return id(KernelCall::GlobalLinearId);
      case Expression::LocalId: return id(KernelCall::LocalId, e.number);
      case Expression::GlobalId: return id(KernelCall::GlobalId, e.number);
      case Expression::SubGroupId: return subGroupId();
      case Expression::SubGroupLocalId: return lane();
      case Expression::Add: return builder_.CreateAdd(evaluate(*e.a), evaluate(*e.b));
      case Expression::Multiply: return builder_.CreateMul(evaluate(*e.a), evaluate(*e.b));
      case Expression::Xor: return builder_.CreateXor(evaluate(*e.a), evaluate(*e.b));
      case Expression::ShiftRight: return builder_.CreateLShr(evaluate(*e.a), e.number);
      case Expression::And: return builder_.CreateAnd(evaluate(*e.a), e.number);
    }
    llvm_unreachable("every kind has its case");
  }
  Value* condition(const Expression& e) {
    return builder_.CreateTrunc(evaluate(e), builder_.getInt1Ty());
  }

  llvm::Type* typeOf(ValueType type) {
    switch (type) {
      case ValueType::I8: return builder_.getInt8Ty();
      case ValueType::I16: return builder_.getInt16Ty();
      case ValueType::I32: return builder_.getInt32Ty();
      case ValueType::I64: return builder_.getInt64Ty();
      case ValueType::F16: return builder_.getHalfTy();
      case ValueType::F32: return builder_.getFloatTy();
      case ValueType::F64: return builder_.getDoubleTy();
      case ValueType::Bool: return builder_.getInt1Ty();
    }
    llvm_unreachable("every type has its case");
  }

  // collective_model.cpp has the same.
  Value* convert(Value* value, ValueType to, Operation operation = Operation::FMin) {
    llvm::Type* type = typeOf(to);
    if (!type->isFloatingPointTy()) return builder_.CreateTrunc(value, type);
    Value* number = nullptr;
    if (operation == Operation::FMul) {
      Value* sign = builder_.CreateSelect(builder_.CreateTrunc(value, builder_.getInt1Ty()),
                                          i64(uint64_t(-1)), i64(1));
      Value* isTwo = builder_.CreateICmpEQ(builder_.CreateAnd(value, 31), i64(0));
      number = builder_.CreateSelect(isTwo, i64(2), sign);
    } else if (operation == Operation::FAdd) {
      number = builder_.CreateSub(builder_.CreateAnd(value, 15), i64(8));
    } else {
      number = builder_.CreateSub(builder_.CreateAnd(value, 2047), i64(1024));
    }
    return builder_.CreateSIToFP(number, type);
  }

  Value* convertBack(Value* value) {
    llvm::Type* type = value->getType();
    if (type->isFloatingPointTy())
      value = builder_.CreateBitCast(value, builder_.getIntNTy(type->getScalarSizeInBits()));
    return builder_.CreateZExt(value, builder_.getInt64Ty());
  }

  // Component c is made of the value plus c.
  Value* operand(const Statement& s) {
    Value* value = evaluate(*s.value);
    if (s.components == 1) return convert(value, s.type, s.operation);
    auto* type = llvm::FixedVectorType::get(typeOf(s.type), s.components);
    Value* vector = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < s.components; ++i)
      vector = builder_.CreateInsertElement(
          vector, convert(builder_.CreateAdd(value, i64(i)), s.type, s.operation), i);
    return vector;
  }

  Value* result(const Statement& s, Value* value) {
    if (s.components == 1) return convertBack(value);
    Value* sum = i64(0);
    for (unsigned i = 0; i < s.components; ++i)
      sum = builder_.CreateAdd(builder_.CreateMul(sum, i64(3)),
                               convertBack(builder_.CreateExtractElement(value, uint64_t{i})));
    return sum;
  }

  void assign(const Statement& s, Value* value) {
    builder_.CreateStore(value, (s.ofGroup ? groupVariables_ : variables_)[s.target]);
  }

  void write(const std::vector<Statement>& statements, llvm::BasicBlock* behindLoop) {
    for (const Statement& statement : statements) write(statement, behindLoop);
  }
  void write(const Statement& s, llvm::BasicBlock* behindLoop);
  // LLVM does not know that the result exists: a condition that always holds would move the block
  // behind the loop, and its operations of sub-groups would have the lanes of all iterations.
  void leave(const Expression& when, llvm::BasicBlock* target) {
    llvm::BasicBlock* next = newBlock("next");
    Value* exists = builder_.CreateIsNotNull(argument(0));
    builder_.CreateCondBr(builder_.CreateAnd(condition(when), exists), target, next);
    builder_.SetInsertPoint(next);
  }
  void branch(const Statement& s, llvm::BasicBlock* behindLoop);
  void loop(const Statement& s);
  void shuffle(const Statement& s);
  void writeBlock(const Statement& s);
  void localBlock(const Statement& s);
  void atomicExchange(const Statement& s);
  void compareExchange(const Statement& s);
  void exchange(const Statement& s);
  void clearFlags();
  void wait(const Statement& s);

  void subGroupBarrier() { emitForSubGroup(builder_, {SubGroupCall::Barrier}, {}); }
  // The sub-group's part of an array.
  Value* part(Value* array, uint64_t sizeBytes) {
    return builder_.CreateGEP(builder_.getInt8Ty(), array,
                              builder_.CreateMul(subGroupId(), i64(sizeBytes)));
  }
  Value* cell(const Statement& s) {
    return s.isLocal ? part(argument(6), uint64_t{size_} * 64) : part(argument(2), kBlockBytes);
  }
  void markLocal(const Statement& s, llvm::Instruction* atomic) {
    if (s.isLocal) atomic->setMetadata(kLocalAtomic, llvm::MDNode::get(context_, {}));
  }
  Value* reduce(Operation operation, Value* value) {
    return emitCollectiveForSubGroup(builder_, CollectiveForm::Reduce, operation, value);
  }
  // An i64, whatever the size of sub-groups.
  Value* ballot(Value* vote) {
    return builder_.CreateZExt(emitForSubGroup(builder_, {SubGroupCall::Ballot}, {vote}),
                               builder_.getInt64Ty());
  }
  Value* lastActive() {
    Value* zeros = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, ballot(builder_.getTrue()),
                                                  builder_.getFalse());
    return builder_.CreateTrunc(builder_.CreateSub(i64(63), zeros), builder_.getInt32Ty());
  }

  const CollectiveProgram& program_;
  const unsigned size_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  llvm::Function* kernel_ = nullptr;
  llvm::BasicBlock* exit_ = nullptr;
  std::vector<llvm::AllocaInst*> variables_, groupVariables_;
  llvm::AllocaInst* round_ = nullptr;
};

void Writer::write(const Statement& s, llvm::BasicBlock* behindLoop) {
  switch (s.kind) {
    case Statement::Assign: return assign(s, evaluate(*s.value));
    case Statement::If: return branch(s, behindLoop);
    case Statement::Loop: return loop(s);
    case Statement::Break: return leave(*s.value, behindLoop);
    case Statement::Return: return leave(*s.value, exit_);
    case Statement::Collective:
      return assign(
          s,
          result(s, s.scope == CollectiveScope::WorkGroup
                        ? emitCollectiveCall(builder_, {s.scope, s.form, s.operation}, operand(s))
                        : emitCollectiveForSubGroup(builder_, s.form, s.operation, operand(s))));
    case Statement::Ballot: return assign(s, convertBack(ballot(condition(*s.value))));
    case Statement::BroadcastFirst:
      return assign(
          s, result(s, emitForSubGroup(builder_, {SubGroupCall::BroadcastFirst}, {operand(s)})));
    case Statement::Broadcast:
      return assign(s, result(s, emitForSubGroup(builder_, {SubGroupCall::Broadcast},
                                                 {operand(s), lastActive()})));
    case Statement::Shuffle: return shuffle(s);
    case Statement::ClusteredReduce:
      return assign(
          s, result(s, emitForSubGroup(builder_, {SubGroupCall::ClusteredReduce, s.operation},
                                       {operand(s), builder_.getInt32(s.size)})));
    case Statement::BlockRead: {
      llvm::Type* type = typeOf(s.type);
      Value* place = element(argument(1), i64(s.number), type);
      if (s.components > 1) type = llvm::FixedVectorType::get(type, s.components);
      return assign(s, result(s, emitBlockRead(builder_, type, place)));
    }
    case Statement::BlockWrite: return writeBlock(s);
    case Statement::LocalBlock: return localBlock(s);
    case Statement::AtomicExchange: return atomicExchange(s);
    case Statement::CompareExchange: return compareExchange(s);
    case Statement::SubGroupBarrier: emitForSubGroup(builder_, {SubGroupCall::Barrier}, {}); return;
    case Statement::Exchange: return exchange(s);
    case Statement::Wait: return wait(s);
  }
}

void Writer::branch(const Statement& s, llvm::BasicBlock* behindLoop) {
  llvm::BasicBlock *then = newBlock("then"), *otherwise = newBlock("else"), *end = newBlock("end");
  builder_.CreateCondBr(condition(*s.value), then, otherwise);
  builder_.SetInsertPoint(then);
  write(s.body, behindLoop);
  builder_.CreateBr(end);
  builder_.SetInsertPoint(otherwise);
  write(s.otherwise, behindLoop);
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
}

void Writer::loop(const Statement& s) {
  llvm::BasicBlock *head = newBlock("head"), *body = newBlock("body"), *end = newBlock("behind");
  Value* count = builder_.CreateAnd(evaluate(*s.value), 3);
  auto* number =
      new llvm::AllocaInst(builder_.getInt64Ty(), 0, "number", kernel_->getEntryBlock().begin());
  builder_.CreateStore(i64(0), number);
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  Value* now = load(number);
  builder_.CreateStore(builder_.CreateAdd(now, i64(1)), number);
  builder_.CreateCondBr(builder_.CreateICmpULT(now, count), body, end);
  builder_.SetInsertPoint(body);
  write(s.body, end);
  builder_.CreateBr(head);
  builder_.SetInsertPoint(end);
}

void Writer::shuffle(const Statement& s) {
  Value* from = builder_.CreateTrunc(builder_.CreateAnd(evaluate(*s.other), size_ - 1),
                                     builder_.getInt32Ty());
  Value* bit = builder_.CreateLShr(ballot(builder_.getTrue()),
                                   builder_.CreateZExt(from, builder_.getInt64Ty()));
  Value* active = builder_.CreateTrunc(bit, builder_.getInt1Ty());
  Value* moved = result(s, emitForSubGroup(builder_, {SubGroupCall::Shuffle}, {operand(s), from}));
  assign(s, builder_.CreateSelect(active, moved, i64(s.number)));
}

void Writer::writeBlock(const Statement& s) {
  llvm::Type* type = typeOf(s.type);
  Value* block = part(argument(2), kBlockBytes);
  emitForSubGroup(builder_, {SubGroupCall::BlockWrite}, {operand(s), block});
  subGroupBarrier();
  Value* sum = i64(0);
  for (unsigned i = 0; i < s.components; ++i) {
    Value* index = builder_.CreateAdd(lane(), i64(uint64_t{i} * size_));
    sum = builder_.CreateAdd(builder_.CreateMul(sum, i64(3)),
                             convertBack(builder_.CreateLoad(type, element(block, index, type))));
  }
  subGroupBarrier();  // Work-items that stay in a loop may write again.
  assign(s, sum);
}

void Writer::localBlock(const Statement& s) {
  Value* block = part(argument(6), uint64_t{size_} * 64);
  Value* written = operand(s);
  subGroupBarrier();
  emitForSubGroup(builder_, {SubGroupCall::BlockWrite}, {written, block});
  subGroupBarrier();
  Value* read = emitBlockRead(builder_, written->getType(), block);
  subGroupBarrier();
  assign(s, result(s, read));
}

// What all have read, and what is left, are what was there and what all have written.
void Writer::atomicExchange(const Statement& s) {
  llvm::Type* type = typeOf(s.type);
  const llvm::Align align(type->getIntegerBitWidth() / 8);
  Value *place = cell(s), *own = operand(s);
  subGroupBarrier();
  builder_.CreateAlignedStore(llvm::ConstantInt::get(type, s.number), place, align);
  subGroupBarrier();
  llvm::AtomicRMWInst* old = builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, place, own, align,
                                                      llvm::AtomicOrdering::SequentiallyConsistent);
  markLocal(s, old);
  subGroupBarrier();
  Value* left = builder_.CreateAlignedLoad(type, place, align);
  subGroupBarrier();
  assign(s, convertBack(builder_.CreateAdd(reduce(Operation::Add, old), left)));
}

// All write odd numbers where 0 is.
void Writer::compareExchange(const Statement& s) {
  llvm::Type* type = typeOf(s.type);
  const llvm::Align align(type->getIntegerBitWidth() / 8);
  Value *place = cell(s), *own = builder_.CreateOr(operand(s), 1);
  subGroupBarrier();
  builder_.CreateAlignedStore(llvm::ConstantInt::get(type, 0), place, align);
  subGroupBarrier();
  auto* exchange = builder_.CreateAtomicCmpXchg(place, llvm::ConstantInt::get(type, 0), own, align,
                                                llvm::AtomicOrdering::SequentiallyConsistent,
                                                llvm::AtomicOrdering::SequentiallyConsistent);
  markLocal(s, exchange);
  Value* succeeded = builder_.CreateExtractValue(exchange, 1);
  Value* seen = builder_.CreateExtractValue(exchange, 0);
  subGroupBarrier();
  Value* left = builder_.CreateAlignedLoad(type, place, align);
  subGroupBarrier();
  Value* successes = reduce(Operation::Add, builder_.CreateZExt(succeeded, builder_.getInt64Ty()));
  Value* isOurs = reduce(Operation::Or, builder_.CreateICmpEQ(left, own));
  Value* allSaw = reduce(
      Operation::And,
      builder_.CreateSelect(succeeded, builder_.CreateICmpEQ(seen, llvm::ConstantInt::get(type, 0)),
                            builder_.CreateICmpEQ(seen, left)));
  Value* flags = builder_.CreateOr(builder_.CreateShl(convertBack(isOurs), 1), convertBack(allSaw));
  assign(s, builder_.CreateAdd(builder_.CreateShl(successes, 2), flags));
}

void Writer::exchange(const Statement& s) {
  Value* items = builder_.CreateMul(
      id(KernelCall::LocalSize, 0),
      builder_.CreateMul(id(KernelCall::LocalSize, 1), id(KernelCall::LocalSize, 2)));
  barrier();
  builder_.CreateStore(evaluate(*s.value), element(argument(3), id(KernelCall::LocalLinearId)));
  barrier();
  Value* from = builder_.CreateURem(evaluate(*s.other), items);
  assign(s, builder_.CreateLoad(builder_.getInt64Ty(), element(argument(3), from)));
}

void Writer::clearFlags() {
  builder_.CreateStore(builder_.getInt32(0),
                       element(argument(4), id(KernelCall::LocalLinearId), builder_.getInt32Ty()));
  barrier();
}

// The sub-group's first work-item stores the number of rounds and the sub-group's own number.
void Writer::wait(const Statement& s) {
  llvm::Type* type = builder_.getInt32Ty();
  llvm::BasicBlock *store = newBlock("store"), *poll = newBlock("poll"), *end = newBlock("end");
  Value* round = builder_.CreateAdd(load(round_), i64(1));
  builder_.CreateStore(round, round_);
  Value* items = builder_.CreateMul(
      id(KernelCall::LocalSize, 0),
      builder_.CreateMul(id(KernelCall::LocalSize, 1), id(KernelCall::LocalSize, 2)));
  Value* count = builder_.CreateUDiv(builder_.CreateAdd(items, i64(size_ - 1)), i64(size_));
  Value* own = subGroupId();
  Value* other = builder_.CreateURem(builder_.CreateAdd(own, i64(s.number + 1)), count);
  Value* shifted = builder_.CreateShl(round, 10);
  builder_.CreateCondBr(builder_.CreateICmpEQ(lane(), i64(0)), store, poll);
  builder_.SetInsertPoint(store);
  builder_
      .CreateAlignedStore(builder_.CreateTrunc(builder_.CreateOr(shifted, own), type),
                          element(argument(4), own, type), llvm::Align(4))
      ->setAtomic(llvm::AtomicOrdering::Release);
  builder_.CreateBr(poll);
  builder_.SetInsertPoint(poll);
  llvm::LoadInst* seen =
      builder_.CreateAlignedLoad(type, element(argument(4), other, type), llvm::Align(4));
  seen->setAtomic(llvm::AtomicOrdering::Acquire);
  Value* number = builder_.CreateZExt(seen, builder_.getInt64Ty());
  builder_.CreateCondBr(builder_.CreateICmpUGE(number, shifted), end, poll);
  builder_.SetInsertPoint(end);
  assign(s, builder_.CreateAnd(number, 1023));
}

}  // namespace

void writeKernel(const CollectiveProgram& program, unsigned size, llvm::Module& module) {
  Writer(program, size, module).write();
}

}  // namespace lanewise::fuzz
