// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes. replacePipeStorage() makes variables of their storage in a program, which the validator
// refuses outside of functions: OpTypePipeStorage becomes a pointer to pipes::Pipe
// (interface/pipe_layout.h), OpConstantPipeStorage a variable of that type with memory for its
// packets. checkPipes() has the rules for operands that the validator does not check.
#include "compiler/admit/pipes.h"

#include "interface/pipe_layout.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <vector>

#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

/// The most bytes of one storage, which are the most of a variable.
constexpr uint64_t kMostStorageBytes = uint64_t(1) << 30;

constexpr uint32_t kWordBytes = 4;
constexpr auto kGlobal = uint32_t(spv::StorageClass::CrossWorkgroup);

class Storage {
 public:
  explicit Storage(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    for (const Instruction& i : module_.instructions)
      if (i.opcode == spv::Op::OpTypePipeStorage) storage_ = i.resultId;
    if (!storage_) return module_;
    for (const Instruction& i : module_.instructions)
      if (const Finding problem = check(i)) return module_.reject(i, problem);
    findTypes();
    for (const Instruction& i : module_.instructions) replace(i);
    return out_.finish();
  }

 private:
  Finding check(const Instruction& i) const {
    switch (i.opcode) {
      case spv::Op::OpTypePipeStorage:
        return i.resultId == storage_ ? Finding{} : "the module has several types of pipe storage";
      case spv::Op::OpConstantPipeStorage: return constant(i);
      case spv::Op::OpEntryPoint: return entryPoint(i);
      default: return {};
    }
  }

  // Type, result, size of a packet, its alignment, number of packets.
  Finding constant(const Instruction& i) const {
    if (i.typeId != storage_) return "the type of pipe storage is not OpTypePipeStorage";
    if (module_.definition(storage_)->offset > i.offset)
      return "pipe storage is in front of its type";
    const uint32_t size = module_.get(i, OpConstantPipeStorage::kPacketSize);
    const uint32_t alignment = module_.get(i, OpConstantPipeStorage::kPacketAlignment);
    const uint32_t capacity = module_.get(i, OpConstantPipeStorage::kCapacity);
    if (size == 0 || capacity == 0)
      return "pipe storage of " + std::to_string(capacity) + " packets of " + std::to_string(size) +
             " bytes";
    if (!std::has_single_bit(alignment) || size % alignment != 0)
      return "the alignment " + std::to_string(alignment) +
             " is not a power of two that divides packets of " + std::to_string(size) + " bytes";
    // Neither product nor sum wraps below.
    if (uint64_t(size) * capacity > kMostStorageBytes || capacity > kMostStorageBytes / 8 ||
        pipes::memoryBytes(size, capacity) > kMostStorageBytes)
      return "pipe storage of " + std::to_string(capacity) + " packets of " + std::to_string(size) +
             " bytes is too large";
    return {};
  }

  Finding entryPoint(const Instruction& i) const {
    const Instruction* function = module_.definition(module_.get(i, OpEntryPoint::kEntryPoint));
    const Instruction* type =
        function && function->opcode == spv::Op::OpFunction
            ? module_.definition(module_.get(*function, OpFunction::kFunctionType))
            : nullptr;
    if (!type || type->opcode != spv::Op::OpTypeFunction) return {};
    const auto parameters = module_.get(*type, OpTypeFunction::kParameterTypes);
    if (std::ranges::find(parameters, storage_) == parameters.end()) return {};
    return "pipe storage is an argument of a kernel";
  }

  void findTypes() {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpTypeInt && module_.get(i, OpTypeInt::kWidth) == 32)
        integer_ = i.resultId;
      if (i.opcode == spv::Op::OpTypePointer && integer_ && isGlobal(i) &&
          module_.get(i, OpTypePointer::kType) == integer_)
        pointer_ = i.resultId;
    }
    moved_ = {integer_, pointer_};
  }

  bool isGlobal(const Instruction& pointer) const {
    return module_.get(pointer, OpTypePointer::kStorageClass) == spv::StorageClass::CrossWorkgroup;
  }

  void replace(const Instruction& i) {
    // The first type follows the annotations.
    if (!declared_ && isType(i)) declare(i);
    if (i.resultId && (i.resultId == moved_.integer || i.resultId == moved_.pointer)) return;
    switch (i.opcode) {
      case spv::Op::OpTypePipeStorage: return;
      case spv::Op::OpConstantPipeStorage: return variable(i);
      default: return out_.keep(i);
    }
  }

  static bool isType(const Instruction& i) {
    return (i.opcode >= spv::Op::OpTypeVoid && i.opcode <= spv::Op::OpTypeForwardPointer) ||
           i.opcode == spv::Op::OpTypePipeStorage || i.opcode == spv::Op::OpTypeNamedBarrier;
  }

  void declare(const Instruction& at) {
    declared_ = true;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode != spv::Op::OpConstantPipeStorage) continue;
      memories_.push_back(out_.freshId());
      for (const uint32_t variable : {i.resultId, memories_.back()})
        add(at, spv::Op::OpDecorate,
            {variable, uint32_t(spv::Decoration::Alignment), pipes::kMemoryAlignment});
    }
    if (!integer_) integer_ = out_.freshId();
    add(at, spv::Op::OpTypeInt, {integer_, 32, 0});
    if (!pointer_) pointer_ = out_.freshId();
    add(at, spv::Op::OpTypePointer, {pointer_, kGlobal, integer_});
    // The members packetBytes, capacity and memory, and the rest, which is zeros.
    rest_ = array(at, (sizeof(pipes::Pipe) - offsetof(pipes::Pipe, wrongPacketBytes)) / kWordBytes);
    pipe_ = out_.freshId();
    add(at, spv::Op::OpTypeStruct, {pipe_, integer_, integer_, pointer_, rest_});
    add(at, spv::Op::OpTypePointer, {storage_, kGlobal, pipe_});
  }

  uint32_t constantWord(const Instruction& at, uint32_t value) {
    const uint32_t id = out_.freshId();
    add(at, spv::Op::OpConstant, {integer_, id, value});
    return id;
  }

  uint32_t array(const Instruction& at, uint64_t words) {
    const uint32_t length = constantWord(at, uint32_t(words)), id = out_.freshId();
    add(at, spv::Op::OpTypeArray, {id, integer_, length});
    return id;
  }

  uint32_t zeros(const Instruction& at, uint32_t type) {
    const uint32_t id = out_.freshId();
    add(at, spv::Op::OpConstantNull, {type, id});
    return id;
  }

  void variable(const Instruction& i) {
    const uint32_t size = module_.get(i, OpConstantPipeStorage::kPacketSize);
    const uint32_t capacity = module_.get(i, OpConstantPipeStorage::kCapacity);
    const uint64_t bytes = pipes::memoryBytes(size, capacity);
    const uint32_t words = array(i, (bytes + kWordBytes - 1) / kWordBytes);
    const uint32_t toWords = out_.freshId();
    add(i, spv::Op::OpTypePointer, {toWords, kGlobal, words});
    const uint32_t memory = memories_[next_++];
    add(i, spv::Op::OpVariable, {toWords, memory, kGlobal, zeros(i, words)});
    const uint32_t address = out_.freshId(), contents = out_.freshId();
    add(i, spv::Op::OpSpecConstantOp, {pointer_, address, uint32_t(spv::Op::OpBitcast), memory});
    const uint32_t packetBytes = constantWord(i, size), packets = constantWord(i, capacity);
    add(i, spv::Op::OpConstantComposite,
        {pipe_, contents, packetBytes, packets, address, zeros(i, rest_)});
    add(i, spv::Op::OpVariable, {storage_, i.resultId, kGlobal, contents});
  }

  void add(const Instruction& at, spv::Op opcode, std::initializer_list<uint32_t> operands) {
    out_.add(at, opcode, std::span(operands.begin(), operands.size()));
  }

  const Module& module_;
  Rewriter out_;
  uint32_t storage_ = 0, integer_ = 0, pointer_ = 0, pipe_ = 0, rest_ = 0;  // types
  struct {
    uint32_t integer = 0, pointer = 0;
  } moved_;                         // types of the module that are declared before their place
  std::vector<uint32_t> memories_;  // of each constant
  size_t next_ = 0;
  bool declared_ = false;
};

/// The words of an instruction's operands; 0: it has none.
struct PipeUse {
  bool reads = false;
  uint32_t scope = 0, pipe = 0, reservation = 0, count = 0, memory = 0;
  uint32_t packet = 0;   // its size; its alignment follows
  bool queries = false;  // of either side
};

/// The operands of a read have the places of those of a write.
std::optional<PipeUse> pipeUseOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpReadPipe:
    case spv::Op::OpWritePipe:
      return PipeUse{.reads = opcode == spv::Op::OpReadPipe,
                     .pipe = OpReadPipe::kPipe.word,
                     .memory = OpReadPipe::kPointer.word,
                     .packet = OpReadPipe::kPacketSize.word};
    case spv::Op::OpReservedReadPipe:
    case spv::Op::OpReservedWritePipe:
      return PipeUse{.reads = opcode == spv::Op::OpReservedReadPipe,
                     .pipe = OpReservedReadPipe::kPipe.word,
                     .reservation = OpReservedReadPipe::kReserveId.word,
                     .count = OpReservedReadPipe::kIndex.word,
                     .memory = OpReservedReadPipe::kPointer.word,
                     .packet = OpReservedReadPipe::kPacketSize.word};
    case spv::Op::OpReserveReadPipePackets:
    case spv::Op::OpReserveWritePipePackets:
      return PipeUse{.reads = opcode == spv::Op::OpReserveReadPipePackets,
                     .pipe = OpReserveReadPipePackets::kPipe.word,
                     .count = OpReserveReadPipePackets::kNumPackets.word,
                     .packet = OpReserveReadPipePackets::kPacketSize.word};
    case spv::Op::OpCommitReadPipe:
    case spv::Op::OpCommitWritePipe:
      return PipeUse{.reads = opcode == spv::Op::OpCommitReadPipe,
                     .pipe = OpCommitReadPipe::kPipe.word,
                     .reservation = OpCommitReadPipe::kReserveId.word,
                     .packet = OpCommitReadPipe::kPacketSize.word};
    case spv::Op::OpGroupReserveReadPipePackets:
    case spv::Op::OpGroupReserveWritePipePackets:
      return PipeUse{.reads = opcode == spv::Op::OpGroupReserveReadPipePackets,
                     .scope = OpGroupReserveReadPipePackets::kExecution.word,
                     .pipe = OpGroupReserveReadPipePackets::kPipe.word,
                     .count = OpGroupReserveReadPipePackets::kNumPackets.word,
                     .packet = OpGroupReserveReadPipePackets::kPacketSize.word};
    case spv::Op::OpGroupCommitReadPipe:
    case spv::Op::OpGroupCommitWritePipe:
      return PipeUse{.reads = opcode == spv::Op::OpGroupCommitReadPipe,
                     .scope = OpGroupCommitReadPipe::kExecution.word,
                     .pipe = OpGroupCommitReadPipe::kPipe.word,
                     .reservation = OpGroupCommitReadPipe::kReserveId.word,
                     .packet = OpGroupCommitReadPipe::kPacketSize.word};
    case spv::Op::OpGetNumPipePackets:
    case spv::Op::OpGetMaxPipePackets:
      return PipeUse{.pipe = OpGetNumPipePackets::kPipe.word,
                     .packet = OpGetNumPipePackets::kPacketSize.word,
                     .queries = true};
    case spv::Op::OpIsValidReserveId:
      return PipeUse{.reservation = OpIsValidReserveId::kReserveId.word};
    default: return {};
  }
}

class Pipes {
 public:
  explicit Pipes(const Module& module) : module_(module) {}

  Admissible<void> run() const {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpCreatePipeFromPipeStorage) {
        if (const Finding problem = creation(i)) return module_.reject(i, problem);
      } else if (const auto use = pipeUseOf(i.opcode)) {
        if (const Finding problem = check(i, *use)) return module_.reject(i, problem);
      }
    }
    return {};
  }

 private:
  /// The type of the operand at `word`; null if it has none.
  const Instruction* typeAt(const Instruction& i, uint32_t word) const {
    const Instruction* value = module_.definition(module_.wordsOf(i)[word]);
    return value ? module_.definition(value->typeId) : nullptr;
  }
  bool hasType(const Instruction& i, uint32_t word, spv::Op opcode) const {
    const Instruction* type = typeAt(i, word);
    return type && type->opcode == opcode;
  }
  bool isNumber(const Instruction* type) const {
    return type && type->opcode == spv::Op::OpTypeInt &&
           module_.get(*type, OpTypeInt::kWidth) == 32;
  }
  std::string operandText(const Instruction& i, uint32_t word) const {
    return "the operand " + idText(module_.wordsOf(i)[word]);
  }

  Finding check(const Instruction& i, const PipeUse& use) const {
    if (const Finding problem = result(i)) return problem;
    if (use.scope)
      if (const Finding problem = scope(module_.wordsOf(i)[use.scope])) return problem;
    if (use.pipe)
      if (const Finding problem = pipe(i, use)) return problem;
    if (use.reservation && !hasType(i, use.reservation, spv::Op::OpTypeReserveId))
      return operandText(i, use.reservation) + " is not a reservation";
    if (use.count && !isNumber(typeAt(i, use.count)))
      return operandText(i, use.count) + " is not an integer of 32 bits";
    if (use.memory && !hasType(i, use.memory, spv::Op::OpTypePointer))
      return operandText(i, use.memory) + " is not a pointer";
    return use.packet ? packet(i, use.packet) : Finding{};
  }

  /// A reservation, a truth value, or an integer.
  Finding result(const Instruction& i) const {
    const Instruction* type = module_.definition(i.typeId);
    if (!type) return {};
    switch (i.opcode) {
      case spv::Op::OpReserveReadPipePackets:
      case spv::Op::OpReserveWritePipePackets:
      case spv::Op::OpGroupReserveReadPipePackets:
      case spv::Op::OpGroupReserveWritePipePackets:
        return type->opcode == spv::Op::OpTypeReserveId ? Finding{}
                                                        : "the result is not a reservation";
      case spv::Op::OpIsValidReserveId:
        return type->opcode == spv::Op::OpTypeBool ? Finding{} : "the result is not a bool";
      default: return isNumber(type) ? Finding{} : "the result is not an integer of 32 bits";
    }
  }

  Finding scope(uint32_t id) const {
    const auto value = constantValue(module_, id);
    if (value &&
        (spv::Scope(*value) == spv::Scope::Workgroup || spv::Scope(*value) == spv::Scope::Subgroup))
      return {};
    return "the scope " + idText(id) + " is neither the work-group nor the sub-group";
  }

  Finding pipe(const Instruction& i, const PipeUse& use) const {
    const Instruction* type = typeAt(i, use.pipe);
    if (!type || type->opcode != spv::Op::OpTypePipe)
      return operandText(i, use.pipe) + " is not a pipe";
    if (use.queries) return {};
    const auto access = module_.get(*type, OpTypePipe::kQualifier);
    const auto needed =
        use.reads ? spv::AccessQualifier::ReadOnly : spv::AccessQualifier::WriteOnly;
    if (access == needed) return {};
    return "the pipe is " + std::string(spv::AccessQualifierToString(access)) + ", not " +
           spv::AccessQualifierToString(needed);
  }

  /// Size and alignment.
  Finding packet(const Instruction& i, uint32_t word) const {
    for (const uint32_t at : {word, word + 1})
      if (!isNumber(typeAt(i, at))) return operandText(i, at) + " is not an integer of 32 bits";
    const auto size = constantValue(module_, module_.wordsOf(i)[word]);
    const auto alignment = constantValue(module_, module_.wordsOf(i)[word + 1]);
    if (size && *size == 0) return "packets have 0 bytes";
    if (alignment && !std::has_single_bit(*alignment))
      return "the alignment " + std::to_string(*alignment) + " of packets is not a power of two";
    return {};
  }

  Finding creation(const Instruction& i) const {
    const Instruction* type = module_.definition(i.typeId);
    if (!type || type->opcode != spv::Op::OpTypePipe) return "the result is not a pipe";
    const Instruction* storage = typeAt(i, OpCreatePipeFromPipeStorage::kPipeStorage.word);
    const Instruction* pipe = storage && storage->opcode == spv::Op::OpTypePointer
                                  ? module_.definition(module_.get(*storage, OpTypePointer::kType))
                                  : nullptr;
    // replacePipeStorage() makes this type.
    if (!pipe || pipe->opcode != spv::Op::OpTypeStruct ||
        module_.get(*storage, OpTypePointer::kStorageClass) != spv::StorageClass::CrossWorkgroup)
      return operandText(i, OpCreatePipeFromPipeStorage::kPipeStorage.word) +
             " is not pipe storage";
    return {};
  }

  const Module& module_;
};

}  // namespace

Admissible<Module> replacePipeStorage(const Module& module) { return Storage(module).run(); }

Admissible<void> checkPipes(const Module& module) { return Pipes(module).run(); }

}  // namespace lanewise::admit
