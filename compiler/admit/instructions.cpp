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
      if (module.decorates(i, spv::Decoration::BuiltIn))
        builtIns_.insert(module.get(i, OpDecorate::kTarget));
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
      const Instruction* value = module_.definition(module_.word(i, operand));
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
      if (!(module_.word(i, operand) & uint32_t(spv::MemoryAccessMask::Aligned))) continue;
      const uint32_t value = module_.wordsOf(i)[operand.offset + 1];
      if (!std::has_single_bit(value))
        return "the alignment " + std::to_string(value) + " is not a power of two";
    }
    return {};
  }

  Finding executionMode(const Instruction& i) {
    if (module_.get(i, OpExecutionMode::kMode) != spv::ExecutionMode::VecTypeHint) return {};
    const uint32_t hint = module_.get(i, OpExecutionMode::kParameters).front();
    const uint32_t component = hint & 0xffff, count = hint >> 16;
    const bool known = count <= 4 || count == 8 || count == 16;
    if (component < 7 && known) return {};
    return "the vector type hint " + hexText(hint) + " names no type";
  }

  Finding function(const Instruction& i) {
    using enum spv::FunctionControlMask;
    const uint32_t control = module_.get(i, OpFunction::kFunctionControl);
    const uint32_t both = uint32_t(Inline) | uint32_t(DontInline);
    if ((control & both) == both) return "the function control is both Inline and DontInline";
    return {};
  }

  Finding variable(const Instruction& i) {
    const Instruction* pointer = module_.definition(i.typeId);
    if (!isPointerType(pointer)) return {};
    const uint32_t pointee = module_.get(*pointer, OpTypePointer::kType);
    if (!hasSize(pointee)) return "the type " + idText(pointee) + " of the variable has no size";
    if (module_.get(i, OpVariable::kStorageClass) == spv::StorageClass::Input &&
        !builtIns_.contains(i.resultId))
      return "a variable of storage class Input that is no built-in variable";
    return variableSize(i, layouts_[pointee].sizeBytes);
  }

  /// Variables that are zero at first take no space in the code, but in constant memory.
  Finding variableSize(const Instruction& i, uint64_t sizeBytes) {
    const spv::StorageClass storage = module_.get(i, OpVariable::kStorageClass);
    const uint32_t initializer =
        module_.has(i, OpVariable::kInitializer) ? module_.get(i, OpVariable::kInitializer) : 0;
    const bool hasValue = initializer && !module_.hasOpcode(initializer, spv::Op::OpConstantNull) &&
                          !module_.hasOpcode(initializer, spv::Op::OpUndef);
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
    const auto count = constantValue(module_, module_.get(*type, OpTypeArray::kLength));
    if (!count || *count == module_.partCount(i)) return {};
    return "an array of " + std::to_string(*count) + " elements is given " +
           std::to_string(module_.partCount(i)) + " values";
  }

  Finding accessChain(const Instruction& i) {
    const uint32_t base = module_.get(i, OpAccessChain::kBase);
    const Instruction* baseType = typeOfId(base);
    if (isPointerType(baseType) && !hasSize(module_.get(*baseType, OpTypePointer::kType)))
      return "the base " + idText(base) + " points to a type without a size";
    // The element of an OpPtrAccessChain is an index, too.
    for (const uint32_t index : module_.wordsOf(i).subspan(OpAccessChain::kIndexes.word)) {
      const Instruction* type = typeOfId(index);
      if (!type || type->opcode != spv::Op::OpTypeInt)
        return "the index " + idText(index) + " is not an integer";
    }
    return {};
  }

  Finding bitcast(const Instruction& i) {
    const Instruction* to = module_.definition(i.typeId);
    const Instruction* from = typeOfId(module_.get(i, OpBitcast::kOperand));
    if (!isPointerType(to) || !isPointerType(from)) return {};
    if (module_.get(*to, OpTypePointer::kStorageClass) ==
        module_.get(*from, OpTypePointer::kStorageClass))
      return {};
    return "the cast changes the storage class of the pointer";
  }

  Finding lifetime(const Instruction& i) {
    const uint32_t pointer = module_.get(i, OpLifetimeStart::kPointer);
    const Instruction* type = typeOfId(pointer);
    if (!isPointerType(type) ||
        module_.get(*type, OpTypePointer::kStorageClass) != spv::StorageClass::Function)
      return idText(pointer) + " is not a pointer to private memory";
    const Instruction* pointee = module_.definition(module_.get(*type, OpTypePointer::kType));
    const bool bytes =
        pointee &&
        (pointee->opcode == spv::Op::OpTypeVoid ||
         (pointee->opcode == spv::Op::OpTypeInt && module_.get(*pointee, OpTypeInt::kWidth) == 8));
    const uint32_t size = module_.get(i, OpLifetimeStart::kSize);
    if (!bytes && size != 0)
      return "the size is " + std::to_string(size) +
             ", and must be 0 for a pointer to other than bytes";
    return {};
  }

  /// A built-in variable is read, whole or by component, and nothing else.
  Finding builtInUse(const Instruction& i) {
    if (builtIns_.empty()) return {};
    for (const Operand& operand : module_.operandsOf(i)) {
      if (operand.type != SPV_OPERAND_TYPE_ID) continue;
      const uint32_t id = module_.word(i, operand);
      if (!builtIns_.contains(id)) continue;
      switch (i.opcode) {
        case spv::Op::OpLoad:
        case spv::Op::OpName:
        case spv::Op::OpDecorate:
        case spv::Op::OpDecorateString:
        case spv::Op::OpEntryPoint: continue;
        case spv::Op::OpAccessChain:
        case spv::Op::OpInBoundsAccessChain:
          if (module_.get(i, OpAccessChain::kIndexes).size() == 1) {
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
