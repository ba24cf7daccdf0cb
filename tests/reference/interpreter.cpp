// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes decoded instructions. Each access is checked against the regions of memory that the
// kernel may use.
#include "tests/reference/interpreter.h"

#include "compiler/contract/permutations.h"
#include "tests/reference/decoded_kernel.h"
#include "tests/reference/work_item_ids.h"

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

constexpr uint64_t kPrivateAlign = 256, kLocalAlign = 256;
constexpr uint64_t kPoison = 0x9d9d9d9d9d9d9d9d;

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
  Interpreter(const llvm::Function& kernel, InterpreterInput input, bool isEntry)
      : layout_(kernel.getParent()->getDataLayout()),
        decoded_(kernel),
        input_(std::move(input)),
        range_(input_.range),
        isEntry_(isEntry) {
    if (decoded_.hasLargeNumbers || (isEntry && !decoded_.locals.empty())) {
      result_.error = "large numbers or variables";
      result_.isUnsupported = true;
    }
    for (const DecodedKernel::LocalAddress& local : decoded_.locals) {
      std::vector<uint8_t>& block = locals_[local.variable];
      block.resize(layout_.getTypeAllocSize(local.variable->getValueType()) + kLocalAlign);
      decoded_.frame[local.slot] =
          llvm::alignTo(reinterpret_cast<uint64_t>(block.data()), kLocalAlign) +
          static_cast<uint64_t>(local.offsetBytes);
    }
    setArguments();
  }

  /// Runs an entry.
  void call(std::vector<uint64_t> arguments, std::vector<MemoryRegion> regions) {
    if (!result_.error.empty() || result_.stopped) return;
    input_.arguments = std::move(arguments);
    input_.regions = std::move(regions);
    setArguments();
    steps_ = 0;
    groupSize_[0] = groupSize_[1] = groupSize_[2] = 1;
    runGroup();
  }
  const InterpreterResult& result() const { return result_; }

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
  void setArguments() {
    for (size_t i = 0; i < input_.arguments.size(); ++i)
      decoded_.frame[decoded_.parameters[i].slot] = input_.arguments[i];
  }
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
  void executePermutation(const DecodedInstruction& instruction);
  void executeIntrinsic(const DecodedInstruction& instruction, llvm::Intrinsic::ID intrinsic);
  void executeMasked(const DecodedInstruction& instruction, llvm::Intrinsic::ID intrinsic);
  void executeBitCast(const DecodedInstruction& instruction);
  void executeElements(const DecodedInstruction& instruction);
  void goTo(uint32_t block);

  uint64_t* slots(const Operand& operand) { return item_->frame.data() + operand.slot; }
  uint64_t value(const DecodedInstruction& instruction, unsigned operand, unsigned leaf = 0) {
    return item_->frame[instruction.operands[operand].slot + leaf];
  }
  void fail(const llvm::Instruction& instruction, const char* what) {
    if (!result_.error.empty()) return;
    llvm::raw_string_ostream stream(result_.error);
    stream << what << ':' << instruction;
  }
  void notSupported(const llvm::Instruction& instruction) {
    if (result_.error.empty()) result_.isUnsupported = true;
    fail(instruction, "not supported");
  }
  void set(const DecodedInstruction& instruction, unsigned leaf, std::optional<uint64_t> number) {
    if (!number) undefined(instruction);
    item_->frame[instruction.result.slot + leaf] =
        number ? *number : kPoison >> (64 - std::min(64u, instruction.result.type.bits));
  }
  // Lanes that are not active may compute poison in entries.
  void undefined(const DecodedInstruction& instruction) {
    const unsigned opcode = instruction.opcode;
    const bool isPoison = opcode == Instruction::Shl || opcode == Instruction::LShr ||
                          opcode == Instruction::AShr || opcode == Instruction::FPToSI ||
                          opcode == Instruction::FPToUI || opcode == Instruction::ExtractElement ||
                          opcode == Instruction::InsertElement;
    if (opcode == Instruction::Call) return notSupported(*instruction.source);
    if (!isEntry_ || !isPoison) fail(*instruction.source, "undefined");
  }
  bool isAccessible(const llvm::Instruction& instruction, uint64_t address, uint64_t sizeBytes);
  void checkAlignment(const llvm::Instruction& instruction, uint64_t address, uint64_t bytes) {
    if (address % bytes != 0) fail(instruction, "address is not aligned");
  }
  uint64_t load(const llvm::Instruction& instruction, uint64_t address, NumberType type,
                unsigned bit = 0);
  void store(const llvm::Instruction& instruction, uint64_t address, NumberType type,
             uint64_t number, unsigned bit = 0);

  const llvm::DataLayout& layout_;
  DecodedKernel decoded_;
  InterpreterInput input_;
  const Range& range_;
  const bool isEntry_;
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
    result_.stopped = ++steps_ > input_.mostSteps;
    if (result_.stopped) return;
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
    case Instruction::Unreachable: fail(*instruction.source, "undefined"); return false;
    default: notSupported(*instruction.source); return false;
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
  if (opcode == Instruction::BitCast && type.bits != instruction.result.type.bits)
    return executeBitCast(instruction);
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
      notSupported(*instruction.source);
  }
}

// Between scalars of different sizes, bits of masks included.
void Interpreter::executeBitCast(const DecodedInstruction& instruction) {
  const unsigned from = instruction.operands[0].type.bits, to = instruction.result.type.bits;
  uint64_t bits = 0;
  for (unsigned i = 0, at = 0; i < instruction.operands[0].count * from; ++i) {
    bits |= (value(instruction, 0, i / from) >> i % from & 1) << i % to;
    if ((i + 1) % to) continue;
    set(instruction, at++, bits);
    bits = 0;
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

uint64_t Interpreter::load(const llvm::Instruction& instruction, uint64_t address, NumberType type,
                           unsigned bit) {
  const unsigned bytes = (type.bits + 7) / 8;
  uint64_t number = 0;
  if (isAccessible(instruction, address, bytes))
    std::memcpy(&number, reinterpret_cast<const void*>(address), bytes);
  return type.bits == 1 ? number >> bit & 1 : number;
}

void Interpreter::store(const llvm::Instruction& instruction, uint64_t address, NumberType type,
                        uint64_t number, unsigned bit) {
  const unsigned bytes = (type.bits + 7) / 8;
  if (!isAccessible(instruction, address, bytes)) return;
  auto* place = reinterpret_cast<uint8_t*>(address);
  if (bit) number = number << bit | *place;  // the first bit has cleared the others
  std::memcpy(place, &number, bytes);
}

void Interpreter::executeMemory(const DecodedInstruction& instruction) {
  switch (instruction.opcode) {
    case Instruction::Alloca:
      set(instruction, 0,
          llvm::alignTo(reinterpret_cast<uint64_t>(item_->memory.data()), kPrivateAlign) +
              static_cast<uint64_t>(instruction.offsetBytes));
      return;
    case Instruction::Load:
      checkAlignment(*instruction.source, value(instruction, 0), instruction.alignBytes);
      for (unsigned i = 0; i < instruction.memory.size(); ++i)
        set(instruction, i,
            load(*instruction.source, value(instruction, 0) + instruction.memory[i].offsetBytes,
                 instruction.memory[i].type, instruction.memory[i].bit));
      return;
    case Instruction::Store:
      checkAlignment(*instruction.source, value(instruction, 1), instruction.alignBytes);
      for (unsigned i = 0; i < instruction.memory.size(); ++i)
        store(*instruction.source, value(instruction, 1) + instruction.memory[i].offsetBytes,
              instruction.memory[i].type, value(instruction, 0, i), instruction.memory[i].bit);
      return;
    default:
      for (unsigned i = 0; i < instruction.result.count; ++i) {
        uint64_t address = value(instruction, 0, instruction.operands[0].count > 1 ? i : 0) +
                           static_cast<uint64_t>(instruction.offsetBytes);
        for (const AddressStep& step : instruction.steps) {
          const uint64_t index = slots(step.index)[step.index.count > 1 ? i : 0];
          const unsigned bits = step.index.type.bits;
          address += static_cast<uint64_t>(bits >= 64 ? static_cast<int64_t>(index)
                                                      : llvm::SignExtend64(index, bits)) *
                     static_cast<uint64_t>(step.stride);
        }
        set(instruction, i, address);
      }
  }
}

void Interpreter::executeAtomic(const DecodedInstruction& instruction) {
  const uint64_t address = value(instruction, 0);
  const NumberType type = instruction.operands[1].type;
  checkAlignment(*instruction.source, address, instruction.alignBytes);
  const uint64_t old = load(*instruction.source, address, type);
  uint64_t made = old;
  if (const auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction.source)) {
    made = atomicResult(modify->getOperation(), type, old, value(instruction, 1));
  } else {
    if (old == value(instruction, 1)) made = value(instruction, 2);
    set(instruction, 1, old == value(instruction, 1));
  }
  set(instruction, 0, old);
  store(*instruction.source, address, type, made);
}

void Interpreter::executeVector(const DecodedInstruction& instruction) {
  const uint32_t count = instruction.operands[0].count;
  if (instruction.opcode == Instruction::ExtractElement) {
    const uint64_t index = value(instruction, 1);
    if (index >= count) return set(instruction, 0, std::nullopt);
    set(instruction, 0, value(instruction, 0, static_cast<unsigned>(index)));
  } else if (instruction.opcode == Instruction::InsertElement) {
    const uint64_t index = value(instruction, 2);
    if (index >= count) undefined(instruction);
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

void Interpreter::executeCall(const DecodedInstruction& instruction) {
  if (instruction.call)
    return set(instruction, 0,
               answerOf(*instruction.call, instruction.operands.empty() ? 0 : value(instruction, 0),
                        {range_, groupId_, groupSize_, item_->localId}));
  const llvm::Function* callee =
      llvm::cast<llvm::CallInst>(instruction.source)->getCalledFunction();
  if (callee && callee->isIntrinsic())
    return executeIntrinsic(instruction, callee->getIntrinsicID());
  if (callee && callee->getName().starts_with(kPermuteCall)) return executePermutation(instruction);
  LibraryFunction function = callee && input_.library ? input_.library(callee->getName()) : nullptr;
  if (!function) return notSupported(*instruction.source);
  std::vector<uint64_t> arguments;
  for (const Operand& operand : instruction.operands)
    arguments.insert(arguments.end(), slots(operand), slots(operand) + operand.count);
  function(arguments.data(), slots(instruction.result));
}

void Interpreter::executePermutation(const DecodedInstruction& instruction) {
  for (unsigned i = 0; i < instruction.result.count; ++i) {
    const uint64_t from = value(instruction, 1, i);
    if (from >= instruction.operands[0].count)
      return fail(*instruction.source, "a permutation of elements that do not exist");
    set(instruction, i, value(instruction, 0, static_cast<unsigned>(from)));
  }
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
      checkAlignment(*instruction.source, to, instruction.alignBytes);
      auto* target = reinterpret_cast<void*>(to);
      if (intrinsic == llvm::Intrinsic::memset) {
        std::memset(target, static_cast<int>(value(instruction, 1)), length);
      } else if (isAccessible(*instruction.source, value(instruction, 1), length)) {
        std::memmove(target, reinterpret_cast<const void*>(value(instruction, 1)), length);
      }
      return;
    }
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter: return executeMasked(instruction, intrinsic);
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
  // An operation with overflow returns its results and whether each overflowed.
  const bool isPair = instruction.source->getType()->isStructTy();
  const unsigned count = isPair ? instruction.result.count / 2 : instruction.result.count;
  for (unsigned i = 0; i < count; ++i) {
    llvm::SmallVector<uint64_t, 3> operands;
    for (const Operand& operand : instruction.operands)
      operands.push_back(slots(operand)[operand.count == count ? i : 0]);
    set(instruction, i, intrinsicResult(intrinsic, type, operands));
    if (isPair) set(instruction, count + i, overflows(intrinsic, type, operands[0], operands[1]));
  }
}

// load, gather: address, alignment, mask, what inactive elements are.
// store, scatter: value, address, alignment, mask.
void Interpreter::executeMasked(const DecodedInstruction& instruction,
                                llvm::Intrinsic::ID intrinsic) {
  const bool isLoad =
      intrinsic == llvm::Intrinsic::masked_load || intrinsic == llvm::Intrinsic::masked_gather;
  const bool isAdjacent =
      intrinsic == llvm::Intrinsic::masked_load || intrinsic == llvm::Intrinsic::masked_store;
  const Operand& data = isLoad ? instruction.result : instruction.operands[0];
  const unsigned address = isLoad ? 0 : 1;
  if (data.type.bits % 8) return notSupported(*instruction.source);
  for (unsigned i = 0; i < data.count; ++i) {
    if (!value(instruction, address + 2, i)) {
      if (isLoad) set(instruction, i, value(instruction, 3, i));
      continue;
    }
    checkAlignment(*instruction.source, value(instruction, address, isAdjacent ? 0 : i),
                   value(instruction, address + 1));
    const uint64_t place = isAdjacent ? value(instruction, address) + i * data.type.bits / 8
                                      : value(instruction, address, i);
    if (isLoad)
      set(instruction, i, load(*instruction.source, place, data.type));
    else
      store(*instruction.source, place, data.type, value(instruction, 0, i));
  }
}

}  // namespace

InterpreterResult interpret(const llvm::Function& kernel, const InterpreterInput& input) {
  return Interpreter(kernel, input, /*isEntry=*/false).run();
}

struct InterpretedEntry::State {
  static State* current;

  Interpreter interpreter;
  std::vector<MemoryRegion> memory;
};
InterpretedEntry::State* InterpretedEntry::State::current = nullptr;

InterpretedEntry::InterpretedEntry(const llvm::Function& entry, std::vector<MemoryRegion> memory,
                                   uint64_t mostSteps)
    : state_(new State{{entry, {.mostSteps = mostSteps}, /*isEntry=*/true}, std::move(memory)}) {
  State::current = state_.get();
}
InterpretedEntry::~InterpretedEntry() { State::current = nullptr; }

abi::Entry InterpretedEntry::function() const { return run; }
const InterpreterResult& InterpretedEntry::result() const { return state_->interpreter.result(); }

void InterpretedEntry::run(const abi::Launch* launch, const abi::Worker* worker, uint64_t firstX,
                           uint64_t endX, uint64_t y, uint64_t z) {
  State& state = *State::current;
  std::vector<MemoryRegion> regions = state.memory;
  const auto readable = [](const auto* record) {
    return MemoryRegion{const_cast<void*>(static_cast<const void*>(record)), sizeof *record};
  };
  regions.push_back(readable(launch));
  regions.push_back(readable(worker));
  regions.push_back({const_cast<void*>(launch->arguments), launch->argumentBytes});
  regions.push_back({worker->localMemory, launch->localBytes});
  regions.push_back({worker->spillArea, launch->spillBytes});
  state.interpreter.call(
      {reinterpret_cast<uint64_t>(launch), reinterpret_cast<uint64_t>(worker), firstX, endX, y, z},
      std::move(regions));
}

}  // namespace lanewise::fuzz
