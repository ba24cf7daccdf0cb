// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes decoded instructions. Each access is checked against the regions of memory that the
// kernel may use.
#include "tests/passes/lanes/lane-fuzz/interpreter.h"

#include "tests/passes/lanes/lane-fuzz/decoded_kernel.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace lanewise::fuzz {
namespace {

using llvm::Instruction;

constexpr uint64_t kPrivateAlign = 128, kLocalAlign = 256;

struct Item {
  uint64_t localId[3];
  std::vector<uint64_t> frame;
  std::vector<uint8_t> memory;  // private
  uint32_t block = 0;
  size_t position = 0;
  bool ended = false;
};

class Interpreter {
 public:
  Interpreter(const llvm::Function& kernel, const InterpreterInput& input)
      : layout_(kernel.getParent()->getDataLayout()),
        decoded_(kernel),
        input_(input),
        range_(input.range) {
    for (const DecodedKernel::LocalAddress& local : decoded_.locals) {
      std::vector<uint8_t>& block = locals_[local.variable];
      block.resize(layout_.getTypeAllocSize(local.variable->getValueType()) + kLocalAlign);
      decoded_.frame[local.slot] =
          llvm::alignTo(reinterpret_cast<uint64_t>(block.data()), kLocalAlign) +
          static_cast<uint64_t>(local.offsetBytes);
    }
    for (size_t i = 0; i < input.arguments.size(); ++i)
      decoded_.frame[decoded_.parameters[i].slot] = input.arguments[i];
  }

  InterpreterResult run() {
    const uint64_t count = range_.numGroups[0] * range_.numGroups[1] * range_.numGroups[2];
    for (uint64_t number = 0; number < count && result_.error.empty() && !result_.stopped;
         ++number) {
      groupId_[0] = number % range_.numGroups[0];
      groupId_[1] = number / range_.numGroups[0] % range_.numGroups[1];
      groupId_[2] = number / range_.numGroups[0] / range_.numGroups[1];
      for (int dim = 0; dim < 3; ++dim)
        groupSize_[dim] = std::min(range_.localSize[dim],
                                   range_.globalSize[dim] - groupId_[dim] * range_.localSize[dim]);
      runGroup();
    }
    return result_;
  }

 private:
  void runGroup();
  void runToBarrier();
  /// Returns false at a barrier and at the end of the work-item.
  bool execute(const DecodedInstruction& instruction);
  bool executeTerminator(const DecodedInstruction& instruction);
  void executeMemory(const DecodedInstruction& instruction);
  void executeAtomic(const DecodedInstruction& instruction);
  void executeVector(const DecodedInstruction& instruction);
  void executeAggregate(const DecodedInstruction& instruction);
  void executeCall(const DecodedInstruction& instruction);
  void executeIntrinsic(const DecodedInstruction& instruction, llvm::Intrinsic::ID intrinsic);
  void executeElements(const DecodedInstruction& instruction);
  void goTo(uint32_t block);
  uint64_t answer(KernelCall call, uint64_t dim) const;

  uint64_t* slots(const Operand& operand) { return item_->frame.data() + operand.slot; }
  uint64_t value(const DecodedInstruction& instruction, unsigned operand, unsigned leaf = 0) {
    return item_->frame[instruction.operands[operand].slot + leaf];
  }
  void fail(const llvm::Instruction& instruction, const char* what) {
    if (!result_.error.empty()) return;
    llvm::raw_string_ostream stream(result_.error);
    stream << what << ':' << instruction;
  }
  void set(const DecodedInstruction& instruction, unsigned leaf, std::optional<uint64_t> number) {
    if (!number) fail(*instruction.source, "undefined");
    item_->frame[instruction.result.slot + leaf] = number.value_or(0);
  }
  bool isAccessible(const llvm::Instruction& instruction, uint64_t address, uint64_t sizeBytes);
  uint64_t load(const llvm::Instruction& instruction, uint64_t address, NumberType type);
  void store(const llvm::Instruction& instruction, uint64_t address, NumberType type,
             uint64_t number);

  const llvm::DataLayout& layout_;
  DecodedKernel decoded_;
  const InterpreterInput& input_;
  const Range& range_;
  std::map<const llvm::GlobalVariable*, std::vector<uint8_t>> locals_;
  uint64_t groupId_[3] = {}, groupSize_[3] = {};
  std::vector<Item> items_;
  Item* item_ = nullptr;
  std::vector<uint64_t> copied_;
  uint64_t steps_ = 0;
  InterpreterResult result_;
};

void Interpreter::runGroup() {
  items_.resize(groupSize_[0] * groupSize_[1] * groupSize_[2]);
  for (size_t i = 0; i < items_.size(); ++i) {
    Item& item = items_[i];
    item.localId[0] = i % groupSize_[0];
    item.localId[1] = i / groupSize_[0] % groupSize_[1];
    item.localId[2] = i / groupSize_[0] / groupSize_[1];
    item.frame = decoded_.frame;
    item.memory.assign(decoded_.privateBytes + kPrivateAlign, 0xcd);
    item.block = 0;
    item.position = 0;
    item.ended = false;
  }
  for (bool ended = false; !ended;) {
    ended = true;
    for (Item& item : items_) {
      if (item.ended) continue;
      item_ = &item;
      runToBarrier();
      if (!result_.error.empty() || result_.stopped) return;
      ended &= item.ended;
    }
  }
}

void Interpreter::runToBarrier() {
  for (;;) {
    const DecodedInstruction& instruction =
        decoded_.blocks[item_->block].instructions[item_->position++];
    if (!execute(instruction) || !result_.error.empty()) return;
    if (++steps_ > input_.mostSteps) {
      result_.stopped = true;
      return;
    }
  }
}

void Interpreter::goTo(uint32_t block) {
  const DecodedBlock& target = decoded_.blocks[block];
  if (const auto found = target.phis.find(item_->block); found != target.phis.end()) {
    copied_.clear();
    for (const PhiCopy& copy : found->second)
      for (uint32_t i = 0; i < copy.count; ++i) copied_.push_back(item_->frame[copy.from + i]);
    size_t next = 0;
    for (const PhiCopy& copy : found->second)
      for (uint32_t i = 0; i < copy.count; ++i) item_->frame[copy.to + i] = copied_[next++];
  }
  item_->block = block;
  item_->position = 0;
}

bool Interpreter::executeTerminator(const DecodedInstruction& instruction) {
  switch (instruction.opcode) {
    case Instruction::Br:
      goTo(instruction.targets[instruction.targets.size() > 1 && !value(instruction, 0) ? 1 : 0]);
      return true;
    case Instruction::Switch: {
      const auto& source = *llvm::cast<llvm::SwitchInst>(instruction.source);
      uint32_t target = instruction.targets[0];
      for (const auto& choice : source.cases())
        if (choice.getCaseValue()->getZExtValue() == value(instruction, 0))
          target = instruction.targets[choice.getSuccessorIndex()];
      goTo(target);
      return true;
    }
    case Instruction::Ret: item_->ended = true; return false;
    default: fail(*instruction.source, "not supported"); return false;
  }
}

bool Interpreter::execute(const DecodedInstruction& instruction) {
  switch (instruction.opcode) {
    case Instruction::Br:
    case Instruction::Switch:
    case Instruction::Ret:
    case Instruction::Unreachable: return executeTerminator(instruction);
    case Instruction::Alloca:
    case Instruction::Load:
    case Instruction::Store:
    case Instruction::GetElementPtr: executeMemory(instruction); return true;
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg: executeAtomic(instruction); return true;
    case Instruction::Fence: return true;
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::ShuffleVector: executeVector(instruction); return true;
    case Instruction::ExtractValue:
    case Instruction::InsertValue: executeAggregate(instruction); return true;
    case Instruction::Call:
      if (instruction.call == KernelCall::Barrier) return false;
      executeCall(instruction);
      return true;
    default: executeElements(instruction); return true;
  }
}

// What is done to each leaf.
void Interpreter::executeElements(const DecodedInstruction& instruction) {
  const NumberType type = instruction.operands[0].type;
  const unsigned opcode = instruction.opcode;
  if (opcode == Instruction::BitCast && type.bits != instruction.result.type.bits) {
    const unsigned from = type.bits, to = instruction.result.type.bits;
    std::vector<uint8_t> bytes(1024);
    for (unsigned i = 0; i < instruction.operands[0].count; ++i) {
      const uint64_t number = value(instruction, 0, i);
      std::memcpy(&bytes[i * from / 8], &number, from / 8);
    }
    for (unsigned i = 0; i < instruction.result.count; ++i) {
      uint64_t number = 0;
      std::memcpy(&number, &bytes[i * to / 8], to / 8);
      set(instruction, i, number);
    }
    return;
  }
  for (unsigned i = 0; i < instruction.result.count; ++i) {
    const uint64_t a =
        value(instruction, 0, instruction.operands[0].count == instruction.result.count ? i : 0);
    if (llvm::Instruction::isBinaryOp(opcode))
      set(instruction, i, binaryOperation(opcode, type, a, value(instruction, 1, i)));
    else if (llvm::Instruction::isCast(opcode))
      set(instruction, i, castOperation(opcode, type, instruction.result.type, a));
    else if (opcode == Instruction::FNeg)
      set(instruction, i, negated(type, a));
    else if (opcode == Instruction::Freeze)
      set(instruction, i, a);
    else if (opcode == Instruction::Select)
      set(instruction, i, value(instruction, a ? 1 : 2, i));
    else if (const auto* compared = llvm::dyn_cast<llvm::CmpInst>(instruction.source))
      set(instruction, i, compare(compared->getPredicate(), type, a, value(instruction, 1, i)));
    else
      fail(*instruction.source, "not supported");
  }
}

bool Interpreter::isAccessible(const llvm::Instruction& instruction, uint64_t address,
                               uint64_t sizeBytes) {
  const auto isIn = [&](const void* begin, uint64_t size) {
    const auto first = reinterpret_cast<uint64_t>(begin);
    return address >= first && address + sizeBytes <= first + size &&
           address + sizeBytes >= address;
  };
  if (isIn(item_->memory.data(), item_->memory.size())) return true;
  for (const MemoryRegion& region : input_.regions)
    if (isIn(region.begin, region.sizeBytes)) return true;
  for (const auto& [variable, block] : locals_)
    if (isIn(block.data(), block.size())) return true;
  fail(instruction, "access outside of the kernel's memory");
  return false;
}

uint64_t Interpreter::load(const llvm::Instruction& instruction, uint64_t address,
                           NumberType type) {
  const unsigned bytes = (type.bits + 7) / 8;
  uint64_t number = 0;
  if (isAccessible(instruction, address, bytes))
    std::memcpy(&number, reinterpret_cast<const void*>(address), bytes);
  return type.bits == 1 ? number & 1 : number;
}

void Interpreter::store(const llvm::Instruction& instruction, uint64_t address, NumberType type,
                        uint64_t number) {
  const unsigned bytes = (type.bits + 7) / 8;
  if (isAccessible(instruction, address, bytes))
    std::memcpy(reinterpret_cast<void*>(address), &number, bytes);
}

void Interpreter::executeMemory(const DecodedInstruction& instruction) {
  switch (instruction.opcode) {
    case Instruction::Alloca:
      set(instruction, 0,
          llvm::alignTo(reinterpret_cast<uint64_t>(item_->memory.data()), kPrivateAlign) +
              static_cast<uint64_t>(instruction.offsetBytes));
      return;
    case Instruction::Load:
      for (unsigned i = 0; i < instruction.memory.size(); ++i)
        set(instruction, i,
            load(*instruction.source, value(instruction, 0) + instruction.memory[i].offsetBytes,
                 instruction.memory[i].type));
      return;
    case Instruction::Store:
      for (unsigned i = 0; i < instruction.memory.size(); ++i)
        store(*instruction.source, value(instruction, 1) + instruction.memory[i].offsetBytes,
              instruction.memory[i].type, value(instruction, 0, i));
      return;
    default: {
      uint64_t address = value(instruction, 0) + static_cast<uint64_t>(instruction.offsetBytes);
      for (const AddressStep& step : instruction.steps) {
        const int64_t index = step.bits >= 64
                                  ? static_cast<int64_t>(item_->frame[step.slot])
                                  : llvm::SignExtend64(item_->frame[step.slot], step.bits);
        address += static_cast<uint64_t>(index) * static_cast<uint64_t>(step.stride);
      }
      set(instruction, 0, address);
    }
  }
}

void Interpreter::executeAtomic(const DecodedInstruction& instruction) {
  const uint64_t address = value(instruction, 0);
  const NumberType type = instruction.operands[1].type;
  const uint64_t old = load(*instruction.source, address, type);
  uint64_t made = old;
  if (const auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction.source)) {
    made = atomicResult(modify->getOperation(), type, old, value(instruction, 1));
  } else {
    const bool equal = old == value(instruction, 1);
    if (equal) made = value(instruction, 2);
    set(instruction, 1, equal);
  }
  set(instruction, 0, old);
  store(*instruction.source, address, type, made);
}

void Interpreter::executeVector(const DecodedInstruction& instruction) {
  const uint32_t count = instruction.operands[0].count;
  if (instruction.opcode == Instruction::ExtractElement) {
    const uint64_t index = value(instruction, 1);
    if (index >= count) return fail(*instruction.source, "undefined");
    set(instruction, 0, value(instruction, 0, static_cast<unsigned>(index)));
  } else if (instruction.opcode == Instruction::InsertElement) {
    const uint64_t index = value(instruction, 2);
    if (index >= count) return fail(*instruction.source, "undefined");
    for (unsigned i = 0; i < count; ++i)
      set(instruction, i, i == index ? value(instruction, 1) : value(instruction, 0, i));
  } else {
    const auto& shuffle = *llvm::cast<llvm::ShuffleVectorInst>(instruction.source);
    for (unsigned i = 0; i < instruction.result.count; ++i) {
      const int from = shuffle.getMaskValue(i);
      const auto element = static_cast<unsigned>(from);
      set(instruction, i,
          from < 0          ? 0
          : element < count ? value(instruction, 0, element)
                            : value(instruction, 1, element - count));
    }
  }
}

void Interpreter::executeAggregate(const DecodedInstruction& instruction) {
  const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(instruction.source);
  const llvm::ArrayRef<unsigned> indices =
      extract ? extract->getIndices()
              : llvm::cast<llvm::InsertValueInst>(instruction.source)->getIndices();
  // The leaves in front of the part.
  llvm::Type* type = instruction.source->getOperand(0)->getType();
  size_t first = 0;
  for (unsigned index : indices) {
    for (unsigned i = 0; i < index; ++i)
      first += scalarsOf(llvm::ExtractValueInst::getIndexedType(type, i), layout_).size();
    type = llvm::ExtractValueInst::getIndexedType(type, index);
  }
  if (extract) {
    for (unsigned i = 0; i < instruction.result.count; ++i)
      set(instruction, i, value(instruction, 0, static_cast<unsigned>(first) + i));
    return;
  }
  const uint32_t own = instruction.operands[1].count;
  for (unsigned i = 0; i < instruction.result.count; ++i)
    set(instruction, i,
        i >= first && i < first + own ? value(instruction, 1, i - static_cast<unsigned>(first))
                                      : value(instruction, 0, i));
}

uint64_t Interpreter::answer(KernelCall call, uint64_t dim) const {
  const uint64_t* local = item_->localId;
  const auto globalId = [&](unsigned d) {
    return groupId_[d] * range_.localSize[d] + local[d] + range_.globalOffset[d];
  };
  switch (call) {
    case KernelCall::GlobalId: return globalId(static_cast<unsigned>(dim));
    case KernelCall::LocalId: return local[dim];
    case KernelCall::GroupId: return groupId_[dim];
    case KernelCall::LocalSize: return groupSize_[dim];
    case KernelCall::EnqueuedLocalSize: return range_.localSize[dim];
    case KernelCall::GlobalSize: return range_.globalSize[dim];
    case KernelCall::GlobalOffset: return range_.globalOffset[dim];
    case KernelCall::NumGroups: return range_.numGroups[dim];
    case KernelCall::WorkDim: return range_.workDim;
    case KernelCall::LocalLinearId:
      return (local[2] * groupSize_[1] + local[1]) * groupSize_[0] + local[0];
    default: break;
  }
  uint64_t id = 0;  // linear
  for (unsigned d = 3; d-- > 0;)
    id = id * range_.globalSize[d] + globalId(d) - range_.globalOffset[d];
  return id;
}

void Interpreter::executeCall(const DecodedInstruction& instruction) {
  if (instruction.call)
    return set(instruction, 0,
               answer(*instruction.call, instruction.operands.empty() ? 0 : value(instruction, 0)));
  const llvm::Function* callee =
      llvm::cast<llvm::CallInst>(instruction.source)->getCalledFunction();
  if (callee && callee->isIntrinsic())
    return executeIntrinsic(instruction, callee->getIntrinsicID());
  LibraryFunction function = callee ? input_.library(callee->getName()) : nullptr;
  if (!function) return fail(*instruction.source, "not supported");
  std::vector<uint64_t> arguments;
  for (const Operand& operand : instruction.operands)
    arguments.insert(arguments.end(), slots(operand), slots(operand) + operand.count);
  function(arguments.data(), slots(instruction.result));
}

void Interpreter::executeIntrinsic(const DecodedInstruction& instruction,
                                   llvm::Intrinsic::ID intrinsic) {
  const NumberType type =
      instruction.operands.empty() ? NumberType{} : instruction.operands[0].type;
  const auto reduce = [&](auto combine) {
    uint64_t result = value(instruction, 0);
    for (unsigned i = 1; i < instruction.operands[0].count; ++i)
      result = combine(result, value(instruction, 0, i));
    set(instruction, 0, result);
  };
  const auto reduceBinary = [&](unsigned opcode) {
    reduce([&](uint64_t a, uint64_t b) { return *binaryOperation(opcode, type, a, b); });
  };
  const auto reduceIntrinsic = [&](llvm::Intrinsic::ID of) {
    reduce([&](uint64_t a, uint64_t b) {
      const uint64_t both[] = {a, b};
      return *intrinsicResult(of, type, both);
    });
  };
  switch (intrinsic) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl: return;
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
    case llvm::Intrinsic::memset: {
      const uint64_t to = value(instruction, 0), length = value(instruction, 2);
      if (!isAccessible(*instruction.source, to, length)) return;
      auto* target = reinterpret_cast<void*>(to);
      if (intrinsic == llvm::Intrinsic::memset) {
        std::memset(target, static_cast<int>(value(instruction, 1)), length);
      } else if (isAccessible(*instruction.source, value(instruction, 1), length)) {
        std::memmove(target, reinterpret_cast<const void*>(value(instruction, 1)), length);
      }
      return;
    }
    case llvm::Intrinsic::vector_reduce_add: return reduceBinary(Instruction::Add);
    case llvm::Intrinsic::vector_reduce_mul: return reduceBinary(Instruction::Mul);
    case llvm::Intrinsic::vector_reduce_and: return reduceBinary(Instruction::And);
    case llvm::Intrinsic::vector_reduce_or: return reduceBinary(Instruction::Or);
    case llvm::Intrinsic::vector_reduce_xor: return reduceBinary(Instruction::Xor);
    case llvm::Intrinsic::vector_reduce_smax: return reduceIntrinsic(llvm::Intrinsic::smax);
    case llvm::Intrinsic::vector_reduce_smin: return reduceIntrinsic(llvm::Intrinsic::smin);
    case llvm::Intrinsic::vector_reduce_umax: return reduceIntrinsic(llvm::Intrinsic::umax);
    case llvm::Intrinsic::vector_reduce_umin: return reduceIntrinsic(llvm::Intrinsic::umin);
    default: break;
  }
  const bool isPair = instruction.source->getType()->isStructTy();
  for (unsigned i = 0; i < (isPair ? 1 : instruction.result.count); ++i) {
    llvm::SmallVector<uint64_t, 3> operands;
    for (const Operand& operand : instruction.operands)
      operands.push_back(slots(operand)[operand.count == instruction.result.count ? i : 0]);
    set(instruction, i, intrinsicResult(intrinsic, type, operands));
    if (isPair) set(instruction, 1, overflows(intrinsic, type, operands[0], operands[1]));
  }
}

}  // namespace

InterpreterResult interpret(const llvm::Function& kernel, const InterpreterInput& input) {
  return Interpreter(kernel, input).run();
}

}  // namespace lanewise::fuzz
