// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device queues. The validator does not check the operands of their instructions. llvm-spirv writes
// some in another form than SPIR-V has: the range as a pointer, sizes of local memory as pointers
// to them. Both forms are admitted.
#include "compiler/admit/device_queues.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_set>

#include "compiler/admit/argument_reader.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

/// Words of the operands of an instruction that names a function to enqueue; 0: it has none.
struct Invocation {
  uint32_t range = 0, invoke = 0, param = 0;
  bool enqueues = false;
};

std::optional<Invocation> invocationOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpEnqueueKernel:
      return Invocation{OpEnqueueKernel::kNDRange.word, OpEnqueueKernel::kInvoke.word,
                        OpEnqueueKernel::kParam.word, true};
    case spv::Op::OpGetKernelNDrangeSubGroupCount:
    case spv::Op::OpGetKernelNDrangeMaxSubGroupSize:
      return Invocation{OpGetKernelNDrangeSubGroupCount::kNDRange.word,
                        OpGetKernelNDrangeSubGroupCount::kInvoke.word,
                        OpGetKernelNDrangeSubGroupCount::kParam.word};
    case spv::Op::OpGetKernelWorkGroupSize:
    case spv::Op::OpGetKernelPreferredWorkGroupSizeMultiple:
      return Invocation{0, OpGetKernelWorkGroupSize::kInvoke.word,
                        OpGetKernelWorkGroupSize::kParam.word};
    default: return {};
  }
}

/// What the operands of an instruction must be.
enum class Kind { Queue, Event, EventPointer, Number, Pointer };
struct Rule {
  uint32_t word;
  Kind kind;
};

std::vector<Rule> rulesOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpEnqueueKernel:
      return {{OpEnqueueKernel::kQueue.word, Kind::Queue},
              {OpEnqueueKernel::kFlags.word, Kind::Number},
              {OpEnqueueKernel::kNumEvents.word, Kind::Number},
              {OpEnqueueKernel::kWaitEvents.word, Kind::EventPointer},
              {OpEnqueueKernel::kRetEvent.word, Kind::EventPointer}};
    case spv::Op::OpEnqueueMarker:
      return {{OpEnqueueMarker::kQueue.word, Kind::Queue},
              {OpEnqueueMarker::kNumEvents.word, Kind::Number},
              {OpEnqueueMarker::kWaitEvents.word, Kind::EventPointer},
              {OpEnqueueMarker::kRetEvent.word, Kind::EventPointer}};
    case spv::Op::OpRetainEvent:
    case spv::Op::OpReleaseEvent: return {{OpRetainEvent::kEvent.word, Kind::Event}};
    case spv::Op::OpIsValidEvent: return {{OpIsValidEvent::kEvent.word, Kind::Event}};
    case spv::Op::OpSetUserEventStatus:
      return {{OpSetUserEventStatus::kEvent.word, Kind::Event},
              {OpSetUserEventStatus::kStatus.word, Kind::Number}};
    case spv::Op::OpCaptureEventProfilingInfo:
      return {{OpCaptureEventProfilingInfo::kEvent.word, Kind::Event},
              {OpCaptureEventProfilingInfo::kProfilingInfo.word, Kind::Number},
              {OpCaptureEventProfilingInfo::kValue.word, Kind::Pointer}};
    default: return {};
  }
}

/// The type of the result; nothing if the instruction is none of these.
std::optional<spv::Op> resultOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpEnqueueMarker: return spv::Op::OpTypeInt;
    case spv::Op::OpCreateUserEvent: return spv::Op::OpTypeDeviceEvent;
    case spv::Op::OpGetDefaultQueue: return spv::Op::OpTypeQueue;
    case spv::Op::OpIsValidEvent: return spv::Op::OpTypeBool;
    case spv::Op::OpBuildNDRange: return spv::Op::OpTypeStruct;
    default: return invocationOf(opcode) ? std::optional(spv::Op::OpTypeInt) : std::nullopt;
  }
}

class DeviceQueues {
 public:
  explicit DeviceQueues(const Module& module) : module_(module) {
    uint32_t function = 0;
    for (const Instruction& i : module.instructions) {
      if (i.opcode == spv::Op::OpFunction) function = i.resultId;
      if (i.opcode == spv::Op::OpLabel) defined_.insert(function);
    }
  }

  Admissible<void> run() const {
    for (const Instruction& i : module_.instructions)
      if (const Finding problem = check(i)) return module_.reject(i, problem);
    return {};
  }

 private:
  const Instruction* typeAt(const Instruction& i, uint32_t word) const {
    const Instruction* value = module_.definition(module_.wordsOf(i)[word]);
    return value ? module_.definition(value->typeId) : nullptr;
  }
  bool isInteger(const Instruction* type, std::initializer_list<uint32_t> widths) const {
    return type && type->opcode == spv::Op::OpTypeInt &&
           std::ranges::find(widths, module_.get(*type, OpTypeInt::kWidth)) != widths.end();
  }
  /// Null if the type is no pointer.
  const Instruction* pointee(const Instruction* type) const {
    return type && type->opcode == spv::Op::OpTypePointer
               ? module_.definition(module_.get(*type, OpTypePointer::kType))
               : nullptr;
  }
  std::string operandText(const Instruction& i, uint32_t word) const {
    return "the operand " + idText(module_.wordsOf(i)[word]);
  }

  Finding check(const Instruction& i) const {
    if (const auto wanted = resultOf(i.opcode)) {
      const Instruction* type = module_.definition(i.typeId);
      if (!type || type->opcode != *wanted ||
          (*wanted == spv::Op::OpTypeInt && !isInteger(type, {32})))
        return "the result has the wrong type";
    }
    for (const Rule& rule : rulesOf(i.opcode))
      if (const Finding problem = operand(i, rule)) return problem;
    if (const auto invocation = invocationOf(i.opcode)) {
      if (invocation->range && !isRange(typeAt(i, invocation->range)))
        return operandText(i, invocation->range) + " is not an ND-range";
      return invoke(i, *invocation);
    }
    return i.opcode == spv::Op::OpBuildNDRange ? range(i) : Finding{};
  }

  Finding operand(const Instruction& i, const Rule& rule) const {
    const Instruction* type = typeAt(i, rule.word);
    const auto isOf = [&](spv::Op opcode) { return type && type->opcode == opcode; };
    switch (rule.kind) {
      case Kind::Queue:
        if (isOf(spv::Op::OpTypeQueue)) return {};
        return operandText(i, rule.word) + " is not a queue";
      case Kind::Event:
        if (isOf(spv::Op::OpTypeDeviceEvent)) return {};
        return operandText(i, rule.word) + " is not a device event";
      case Kind::EventPointer:
        if (isOf(spv::Op::OpTypePointer)) return {};
        return operandText(i, rule.word) + " is not a pointer to device events";
      case Kind::Number:
        if (isInteger(type, {32})) return {};
        return operandText(i, rule.word) + " is not an integer of 32 bits";
      case Kind::Pointer:
        if (isOf(spv::Op::OpTypePointer)) return {};
        return operandText(i, rule.word) + " is not a pointer";
    }
    return {};
  }

  /// The number of dimensions, and three numbers each of offset, global size and local size.
  bool isRange(const Instruction* type) const {
    if (const Instruction* inner = pointee(type)) type = inner;
    if (!type || type->opcode != spv::Op::OpTypeStruct) return false;
    const auto members = module_.get(*type, OpTypeStruct::kMemberTypes);
    if (members.size() != 4 || !isInteger(module_.definition(members[0]), {32})) return false;
    return std::ranges::all_of(members.subspan(1), [&](uint32_t id) {
      const Instruction* member = module_.definition(id);
      return member && member->opcode == spv::Op::OpTypeArray && isSizes(*member, 3, 3);
    });
  }

  bool isSizes(const Instruction& array, uint64_t least, uint64_t most) const {
    const auto count = constantValue(module_, module_.get(array, OpTypeArray::kLength));
    return count && *count >= least && *count <= most &&
           isInteger(module_.definition(module_.get(array, OpTypeArray::kElementType)), {64});
  }

  Finding range(const Instruction& i) const {
    if (!isRange(module_.definition(i.typeId))) return "the result is not an ND-range";
    const Instruction* first = typeAt(i, OpBuildNDRange::kGlobalWorkSize.word);
    for (const uint32_t word :
         {OpBuildNDRange::kGlobalWorkSize.word, OpBuildNDRange::kLocalWorkSize.word,
          OpBuildNDRange::kGlobalWorkOffset.word}) {
      const Instruction* type = typeAt(i, word);
      const bool isArray = type && type->opcode == spv::Op::OpTypeArray && isSizes(*type, 2, 3);
      if (type != first || !(isArray || isInteger(type, {64})))
        return operandText(i, word) +
               " is not as many sizes of 64 bits as the range has dimensions";
    }
    return {};
  }

  Finding invoke(const Instruction& i, const Invocation& at) const {
    const uint32_t id = module_.wordsOf(i)[at.invoke];
    const Instruction* function = module_.definition(id);
    if (!function || function->opcode != spv::Op::OpFunction)
      return operandText(i, at.invoke) + " is not a function";
    if (!defined_.contains(id))
      return "the function " + module_.nameOf(id) + " is declared but not defined";
    const Instruction& type =
        *module_.definition(module_.get(*function, OpFunction::kFunctionType));
    const auto parameters = module_.get(type, OpTypeFunction::kParameterTypes);
    const Instruction* result = module_.definition(module_.get(type, OpTypeFunction::kReturnType));
    if (!result || result->opcode != spv::Op::OpTypeVoid || parameters.empty() ||
        !isParameter(parameters[0]) ||
        !std::ranges::all_of(parameters.subspan(1),
                             [&](uint32_t one) { return isLocalPointer(one); }))
      return "the function " + module_.nameOf(id) +
             " does not take a pointer to its data and pointers to local memory only";
    if (const Finding problem = parameter(i, at)) return problem;
    if (!at.enqueues) return {};
    return localSizes(i, module_.get(i, OpEnqueueKernel::kLocalSize), parameters.size() - 1);
  }

  bool hasStorage(uint32_t typeId, std::initializer_list<spv::StorageClass> wanted) const {
    const Instruction* type = module_.definition(typeId);
    return type && type->opcode == spv::Op::OpTypePointer &&
           std::ranges::find(wanted, module_.get(*type, OpTypePointer::kStorageClass)) !=
               wanted.end();
  }
  bool isParameter(uint32_t typeId) const {
    return hasStorage(typeId, {spv::StorageClass::Generic, spv::StorageClass::Function});
  }
  bool isLocalPointer(uint32_t typeId) const {
    return hasStorage(typeId, {spv::StorageClass::Workgroup});
  }

  /// The captured data: a pointer, its size and its alignment.
  Finding parameter(const Instruction& i, const Invocation& at) const {
    const Instruction* type = typeAt(i, at.param);
    if (!type || type->opcode != spv::Op::OpTypePointer)
      return operandText(i, at.param) + " is not a pointer";
    const auto words = module_.wordsOf(i);
    const auto size = constantValue(module_, words[at.param + 1]);
    const auto alignment = constantValue(module_, words[at.param + 2]);
    if (!size || *size > kMaxArgumentBlockBytes)
      return "the size " + idText(words[at.param + 1]) +
             " of the data is not a constant of up to " + std::to_string(kMaxArgumentBlockBytes) +
             " bytes";
    if (!alignment || !std::has_single_bit(std::max<uint64_t>(*alignment, 1)) ||
        *alignment > kUntypedLocalAlignment)
      return "the alignment " + idText(words[at.param + 2]) +
             " of the data is not a constant power of two up to " +
             std::to_string(kUntypedLocalAlignment);
    return {};
  }

  Finding localSizes(const Instruction& i, std::span<const uint32_t> sizes, size_t wanted) const {
    if (sizes.size() != wanted)
      return "sizes for " + std::to_string(sizes.size()) +
             " pointers to local memory, but the function has " + std::to_string(wanted);
    for (size_t n = 0; n < sizes.size(); ++n) {
      const uint32_t word = uint32_t(OpEnqueueKernel::kLocalSize.word + n);
      const Instruction* type = typeAt(i, word);
      if (!isInteger(type, {32, 64}) && !isInteger(pointee(type), {64}))
        return operandText(i, word) + " is not a size";
    }
    return {};
  }

  const Module& module_;
  std::unordered_set<uint32_t> defined_;
};

/// The functions that instructions name as what is enqueued.
std::unordered_set<uint32_t> invokedFunctions(const Module& module) {
  std::unordered_set<uint32_t> invoked;
  for (const Instruction& i : module.instructions)
    if (const auto at = invocationOf(i.opcode); at && i.wordCount > at->invoke)
      invoked.insert(module.wordsOf(i)[at->invoke]);
  return invoked;
}

}  // namespace

Admissible<Module> removeBlockEntryPoints(const Module& module) {
  const std::unordered_set<uint32_t> invoked = invokedFunctions(module);
  if (invoked.empty()) return module;
  std::unordered_set<uint32_t> forBlocks;  // invoked, or a call of such a function and nothing else
  uint32_t function = 0;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) function = i.resultId;
    if (i.opcode == spv::Op::OpFunctionCall &&
        invoked.contains(module.get(i, OpFunctionCall::kFunction)))
      forBlocks.insert(function);
  }
  forBlocks.insert(invoked.begin(), invoked.end());
  const auto takesGeneric = [&](uint32_t id) {
    const Instruction* f = module.definition(id);
    if (!f || f->opcode != spv::Op::OpFunction) return false;
    const Instruction* type = module.definition(module.get(*f, OpFunction::kFunctionType));
    if (!type || type->opcode != spv::Op::OpTypeFunction) return false;
    const auto parameters = module.get(*type, OpTypeFunction::kParameterTypes);
    const Instruction* first = parameters.empty() ? nullptr : module.definition(parameters[0]);
    return first && first->opcode == spv::Op::OpTypePointer &&
           module.get(*first, OpTypePointer::kStorageClass) == spv::StorageClass::Generic;
  };
  return removeEntryPoints(module, [&](const Instruction& entryPoint) {
    const uint32_t id = module.get(entryPoint, OpEntryPoint::kEntryPoint);
    return forBlocks.contains(id) && takesGeneric(id);
  });
}

Admissible<void> checkDeviceQueues(const Module& module) { return DeviceQueues(module).run(); }

}  // namespace lanewise::admit
