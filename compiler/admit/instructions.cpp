// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for single instructions that the validator does not check, and on whose violation the
// translator or LLVM asserts: alignments of accesses, lifetimes, casts, indexes, functions.
#include <bit>
#include <unordered_set>

#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr uint64_t kMaxValueElements = 4096;
constexpr uint64_t kMaxVariableBytes = uint64_t(1) << 30;
constexpr uint64_t kMaxStoredBytes = uint64_t(64) << 20;

class Instructions {
 public:
  Instructions(const Module& module, const Layouts& layouts) : module_(module), layouts_(layouts) {
    for (const Instruction& i : module.instructions)
      if (i.opcode == spv::Op::OpDecorate &&
          spv::Decoration(module.word(i, 2)) == spv::Decoration::BuiltIn)
        builtIns_.insert(module.word(i, 1));
  }

  Admissible<void> run() {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpFunction) inFunctions_ = true;
      if (const Finding problem = largeValue(i)) return module_.reject(i, problem);
      if (const Finding problem = memoryAccess(i)) return module_.reject(i, problem);
      if (const Finding problem = check(i)) return module_.reject(i, problem);
      if (const Finding problem = builtInUse(i)) return module_.reject(i, problem);
    }
    return {};
  }

 private:
  Finding check(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpExecutionMode: return executionMode(i);
      case spv::Op::OpFunction: return function(i);
      case spv::Op::OpVariable: return variable(i);
      case spv::Op::OpConstantComposite:
      case spv::Op::OpSpecConstantComposite: return composite(i);
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain: return accessChain(i);
      case spv::Op::OpBitcast: return bitcast(i);
      case spv::Op::OpLifetimeStart:
      case spv::Op::OpLifetimeStop: return lifetime(i);
      default: return {};
    }
  }

  /// Code generation writes a value out element by element; large things stay in memory.
  Finding largeValue(const Instruction& i) const {
    if (!inFunctions_) return {};
    if (layouts_[i.typeId].leaves > kMaxValueElements) return tooLarge(i.typeId);
    for (const Operand& operand : module_.operandsOf(i)) {
      if (operand.type != SPV_OPERAND_TYPE_ID) continue;
      const Instruction* value = module_.definition(module_.word(i, operand.offset));
      if (value && layouts_[value->typeId].leaves > kMaxValueElements)
        return tooLarge(value->typeId);
    }
    return {};
  }

  Finding tooLarge(uint32_t typeId) const {
    return "a value of " + std::to_string(layouts_[typeId].leaves) + " elements, more than " +
           std::to_string(kMaxValueElements) + ", is used as a whole";
  }

  const Instruction* typeOfId(uint32_t id) const {
    const Instruction* value = module_.definition(id);
    return value ? module_.definition(value->typeId) : nullptr;
  }
  bool isPointerType(const Instruction* type) const {
    return type && type->opcode == spv::Op::OpTypePointer;
  }

  /// The word after a memory access mask with Aligned.
  Finding memoryAccess(const Instruction& i) {
    for (const Operand& operand : module_.operandsOf(i)) {
      if (operand.type != SPV_OPERAND_TYPE_MEMORY_ACCESS &&
          operand.type != SPV_OPERAND_TYPE_OPTIONAL_MEMORY_ACCESS)
        continue;
      if (!(module_.word(i, operand.offset) & uint32_t(spv::MemoryAccessMask::Aligned))) continue;
      const uint32_t value = module_.word(i, operand.offset + 1);
      if (!std::has_single_bit(value))
        return "the alignment " + std::to_string(value) + " is not a power of two";
    }
    return {};
  }

  Finding executionMode(const Instruction& i) {
    if (spv::ExecutionMode(module_.word(i, 2)) != spv::ExecutionMode::VecTypeHint) return {};
    const uint32_t component = module_.word(i, 3) & 0xffff, count = module_.word(i, 3) >> 16;
    const bool known = count <= 4 || count == 8 || count == 16;
    if (component < 7 && known) return {};
    return "the vector type hint " + hexText(module_.word(i, 3)) + " names no type";
  }

  Finding function(const Instruction& i) {
    using enum spv::FunctionControlMask;
    const uint32_t control = module_.word(i, 3), both = uint32_t(Inline) | uint32_t(DontInline);
    if ((control & both) == both) return "the function control is both Inline and DontInline";
    return {};
  }

  Finding variable(const Instruction& i) {
    const Instruction* pointer = module_.definition(i.typeId);
    if (!isPointerType(pointer)) return {};
    const uint32_t pointee = module_.word(*pointer, 3);
    if (!hasSize(pointee)) return "the type " + idText(pointee) + " of the variable has no size";
    if (spv::StorageClass(module_.word(i, 3)) == spv::StorageClass::Input &&
        !builtIns_.contains(i.resultId))
      return "a variable of storage class Input that is no built-in variable";
    return variableSize(i, layouts_[pointee].sizeBytes);
  }

  /// Variables that are zero at first take no space in the code, but in constant memory.
  Finding variableSize(const Instruction& i, uint64_t sizeBytes) {
    const auto storage = spv::StorageClass(module_.word(i, 3));
    const bool hasValue = i.wordCount > 4 &&
                          !module_.hasOpcode(module_.word(i, 4), spv::Op::OpConstantNull) &&
                          !module_.hasOpcode(module_.word(i, 4), spv::Op::OpUndef);
    if (hasValue || storage == spv::StorageClass::UniformConstant) storedBytes_ += sizeBytes;
    if (storedBytes_ > kMaxStoredBytes)
      return "the constants and initialized variables take more than " +
             std::to_string(kMaxStoredBytes) + " bytes";
    if (sizeBytes > kMaxVariableBytes)
      return "the variable has " + std::to_string(sizeBytes) + " bytes, more than " +
             std::to_string(kMaxVariableBytes);
    return {};
  }

  /// An empty struct or array has one: 0.
  bool hasSize(uint32_t typeId) const {
    if (layouts_[typeId].sizeBytes) return true;
    const Instruction* type = module_.definition(typeId);
    return type && (type->opcode == spv::Op::OpTypeStruct || type->opcode == spv::Op::OpTypeArray);
  }

  Finding composite(const Instruction& i) {
    const Instruction* type = module_.definition(i.typeId);
    if (!type || type->opcode != spv::Op::OpTypeArray) return {};
    const auto count = constantValue(module_, module_.word(*type, 3));
    if (!count || *count == module_.partCount(i)) return {};
    return "an array of " + std::to_string(*count) + " elements is given " +
           std::to_string(module_.partCount(i)) + " values";
  }

  Finding accessChain(const Instruction& i) {
    const Instruction* base = typeOfId(module_.word(i, 3));
    if (isPointerType(base) && !hasSize(module_.word(*base, 3)))
      return "the base " + idText(module_.word(i, 3)) + " points to a type without a size";
    for (uint32_t n = 4; n < i.wordCount; ++n) {
      const Instruction* type = typeOfId(module_.word(i, n));
      if (!type || type->opcode != spv::Op::OpTypeInt)
        return "the index " + idText(module_.word(i, n)) + " is not an integer";
    }
    return {};
  }

  Finding bitcast(const Instruction& i) {
    const Instruction* to = module_.definition(i.typeId);
    const Instruction* from = typeOfId(module_.word(i, 3));
    if (!isPointerType(to) || !isPointerType(from)) return {};
    if (module_.word(*to, 2) == module_.word(*from, 2)) return {};
    return "the cast changes the storage class of the pointer";
  }

  Finding lifetime(const Instruction& i) {
    const Instruction* type = typeOfId(module_.word(i, 1));
    if (!isPointerType(type) ||
        spv::StorageClass(module_.word(*type, 2)) != spv::StorageClass::Function)
      return idText(module_.word(i, 1)) + " is not a pointer to private memory";
    const Instruction* pointee = module_.definition(module_.word(*type, 3));
    const bool bytes =
        pointee && (pointee->opcode == spv::Op::OpTypeVoid ||
                    (pointee->opcode == spv::Op::OpTypeInt && module_.word(*pointee, 2) == 8));
    if (!bytes && module_.word(i, 2) != 0)
      return "the size is " + std::to_string(module_.word(i, 2)) +
             ", and must be 0 for a pointer to other than bytes";
    return {};
  }

  /// A built-in variable is read, whole or by component, and nothing else.
  Finding builtInUse(const Instruction& i) {
    if (builtIns_.empty()) return {};
    for (const Operand& operand : module_.operandsOf(i)) {
      if (operand.type != SPV_OPERAND_TYPE_ID) continue;
      const uint32_t id = module_.word(i, operand.offset);
      if (!builtIns_.contains(id)) continue;
      switch (i.opcode) {
        case spv::Op::OpLoad:
        case spv::Op::OpName:
        case spv::Op::OpDecorate:
        case spv::Op::OpDecorateString:
        case spv::Op::OpEntryPoint: continue;
        case spv::Op::OpAccessChain:
        case spv::Op::OpInBoundsAccessChain:
          if (i.wordCount == 5) {
            builtIns_.insert(i.resultId);
            continue;
          }
          [[fallthrough]];
        default: return "the built-in variable " + idText(id) + " is used otherwise than by OpLoad";
      }
    }
    return {};
  }

  const Module& module_;
  const Layouts& layouts_;
  std::unordered_set<uint32_t> builtIns_;
  bool inFunctions_ = false;
  uint64_t storedBytes_ = 0;
};

}  // namespace

Admissible<void> checkInstructions(const Module& module, const Layouts& layouts) {
  return Instructions(module, layouts).run();
}

}  // namespace lanewise::admit
