// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sections 4 to 6 of the OpenCL SPIR-V environment specification forbid of single
// instructions, and SPIR-V's own rule for the access qualifiers of images. The validator's
// environments for OpenCL end at SPIR-V 1.2 and do not check these rules. Constants are known here,
// and each module still has its own instructions. Other rules of the environment: environment.cpp,
// annotations.cpp (built-in variables), sub_groups.cpp, reflect.cpp (arguments of kernels).
#include <algorithm>
#include <initializer_list>

#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

using Bits = spv::ImageOperandsMask;

/// The words of an atomic instruction.
struct Atomic {
  uint32_t pointer = 0;  // 0: the instruction is none
  uint32_t value = 0;    // of what has no result; else the result has its type
  uint32_t scope() const { return pointer + 1; }
  uint32_t semantics() const { return pointer + 2; }
};

Atomic atomicOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpAtomicLoad:
    case spv::Op::OpAtomicExchange:
    case spv::Op::OpAtomicCompareExchange:
    case spv::Op::OpAtomicCompareExchangeWeak:
    case spv::Op::OpAtomicIIncrement:
    case spv::Op::OpAtomicIDecrement:
    case spv::Op::OpAtomicIAdd:
    case spv::Op::OpAtomicISub:
    case spv::Op::OpAtomicSMin:
    case spv::Op::OpAtomicUMin:
    case spv::Op::OpAtomicSMax:
    case spv::Op::OpAtomicUMax:
    case spv::Op::OpAtomicAnd:
    case spv::Op::OpAtomicOr:
    case spv::Op::OpAtomicXor:
    case spv::Op::OpAtomicFAddEXT:
    case spv::Op::OpAtomicFMinEXT:
    case spv::Op::OpAtomicFMaxEXT:
    case spv::Op::OpAtomicFlagTestAndSet: return {.pointer = 3};
    case spv::Op::OpAtomicStore: return {.pointer = 1, .value = 4};
    case spv::Op::OpAtomicFlagClear: return {.pointer = 1};
    default: return {};
  }
}

/// How an instruction uses an image, and the words of the image and of the image operands' mask.
struct ImageUse {
  uint32_t image = 0;  // 0: the instruction neither reads nor writes one
  bool writes = false;
  uint32_t operands = 0;  // 0: it takes none
  std::initializer_list<Bits> allowed = {};
};

ImageUse imageUseOf(spv::Op opcode) {
  static constexpr std::initializer_list<Bits> kSample = {Bits::Lod, Bits::Grad, Bits::SignExtend,
                                                          Bits::ZeroExtend, Bits::Nontemporal};
  static constexpr std::initializer_list<Bits> kAccess = {Bits::Lod, Bits::SignExtend,
                                                          Bits::ZeroExtend, Bits::Nontemporal};
  switch (opcode) {
    case spv::Op::OpImageSampleExplicitLod: return {.image = 3, .operands = 5, .allowed = kSample};
    case spv::Op::OpImageFetch:
    case spv::Op::OpImageRead: return {.image = 3, .operands = 5, .allowed = kAccess};
    case spv::Op::OpImageWrite:
      return {.image = 1, .writes = true, .operands = 4, .allowed = kAccess};
    case spv::Op::OpSubgroupImageBlockReadINTEL: return {.image = 3};
    case spv::Op::OpSubgroupImageBlockWriteINTEL: return {.image = 1, .writes = true};
    default: return {};
  }
}

std::string scopeText(uint64_t scope) {
  if (scope <= uint64_t(spv::Scope::ShaderCallKHR)) return spv::ScopeToString(spv::Scope(scope));
  return std::to_string(scope);
}

class OpenclRules {
 public:
  OpenclRules(const Module& module, std::vector<Diagnostic>& remarks)
      : module_(module), remarks_(remarks) {}

  Admissible<void> run() {
    for (const Instruction& i : module_.instructions)
      if (const Finding problem = check(i)) return module_.reject(i, problem);
    return {};
  }

 private:
  Finding check(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpDecorate: return decoration(i);
      case spv::Op::OpControlBarrier:
        if (const Finding problem = executionScope(module_.word(i, 1))) return problem;
        return barrierScope(module_.word(i, 2));
      case spv::Op::OpMemoryBarrier: return barrierScope(module_.word(i, 1));
      case spv::Op::OpMemoryNamedBarrier: return barrierScope(module_.word(i, 2));
      case spv::Op::OpGroupAsyncCopy: return copyScope(module_.word(i, 3));
      case spv::Op::OpGroupWaitEvents: return copyScope(module_.word(i, 1));
      default: break;
    }
    if (const Atomic instruction = atomicOf(i.opcode); instruction.pointer)
      return atomic(i, instruction);
    if (const ImageUse use = imageUseOf(i.opcode); use.image) return image(i, use);
    return {};
  }

  const Instruction* typeOf(uint32_t id) const {
    const Instruction* value = module_.definition(id);
    return value ? module_.definition(value->typeId) : nullptr;
  }

  // Sections 6.2 and 6.3.

  Finding decoration(const Instruction& i) const {
    const Instruction* target = module_.definition(module_.word(i, 1));
    if (!target) return {};  // annotations.cpp
    switch (spv::Decoration(module_.word(i, 2))) {
      case spv::Decoration::FPRoundingMode:
        switch (target->opcode) {
          case spv::Op::OpConvertFToU:
          case spv::Op::OpConvertFToS:
          case spv::Op::OpConvertSToF:
          case spv::Op::OpConvertUToF:
          case spv::Op::OpFConvert: return {};
          default:
            return "FPRoundingMode is of conversions from or to floating point, not of the " +
                   nameOf(*target);
        }
      case spv::Decoration::SaturatedConversion:
        switch (target->opcode) {
          case spv::Op::OpConvertFToU:
          case spv::Op::OpConvertFToS:
          case spv::Op::OpUConvert:
          case spv::Op::OpSConvert:
          case spv::Op::OpSatConvertSToU:
          case spv::Op::OpSatConvertUToS: return {};
          default:
            return "SaturatedConversion is of conversions to integers, not of the " +
                   nameOf(*target);
        }
      default: return {};
    }
  }

  static std::string nameOf(const Instruction& target) {
    return opcodeText(target.opcode) + " " + idText(target.resultId);
  }

  // Section 4: scopes. One that is not a constant is not known.

  bool isOneOf(uint32_t id, std::initializer_list<spv::Scope> scopes) const {
    const auto value = constantValue(module_, id);
    return !value || std::ranges::find(scopes, spv::Scope(*value)) != scopes.end();
  }

  std::string scopeOf(uint32_t id) const {
    return scopeText(constantValue(module_, id).value_or(0));
  }

  Finding executionScope(uint32_t id) const {
    if (isOneOf(id, {spv::Scope::Workgroup, spv::Scope::Subgroup})) return {};
    return "the execution scope is " + scopeOf(id) + ", and OpenCL requires Workgroup or Subgroup";
  }

  Finding barrierScope(uint32_t id) const {
    if (isOneOf(id, {spv::Scope::CrossDevice, spv::Scope::Device, spv::Scope::Workgroup,
                     spv::Scope::Subgroup, spv::Scope::Invocation}))
      return {};
    return "the memory scope is " + scopeOf(id) +
           ", and OpenCL requires CrossDevice, Device, Workgroup, Subgroup or Invocation";
  }

  Finding copyScope(uint32_t id) const {
    if (isOneOf(id, {spv::Scope::Workgroup})) return {};
    return "the execution scope is " + scopeOf(id) + ", and OpenCL requires Workgroup";
  }

  // Section 4: atomics.

  Finding atomic(const Instruction& i, const Atomic& instruction) {
    const Instruction* type = instruction.value ? typeOf(module_.word(i, instruction.value))
                                                : module_.definition(i.typeId);
    if (type && type->opcode == spv::Op::OpTypeInt && module_.word(*type, 2) < 32)
      return "the atomic is on an integer of " + std::to_string(module_.word(*type, 2)) +
             " bits, and OpenCL requires 32 bits, or 64";
    const uint32_t scope = module_.word(i, instruction.scope());
    if (!isOneOf(scope, {spv::Scope::CrossDevice, spv::Scope::Device, spv::Scope::Workgroup,
                         spv::Scope::Subgroup}))
      return "the memory scope is " + scopeOf(scope) +
             ", and OpenCL requires CrossDevice, Device, Workgroup or Subgroup";
    noteOrder(i, module_.word(i, instruction.semantics()));
    return {};
  }

  /// The specification allows every order of every atomic.
  void noteOrder(const Instruction& i, uint32_t semantics) {
    using enum spv::MemorySemanticsMask;
    const bool loads = i.opcode == spv::Op::OpAtomicLoad;
    if (!loads && i.opcode != spv::Op::OpAtomicStore) return;
    const auto value = constantValue(module_, semantics);
    const auto without = loads ? Release : Acquire;
    if (!value || !(*value & uint64_t(without)) || remarks_.size() >= kMostRemarks) return;
    remarks_.push_back(module_.diagnose(
        i, {DiagnosticKind::Remark, loads ? "the order Release has no effect on a load"
                                          : "the order Acquire has no effect on a store"}));
  }

  // OpTypeImage of SPIR-V, and section 4.

  Finding image(const Instruction& i, const ImageUse& use) const {
    const Instruction* type = typeOf(module_.word(i, use.image));
    if (type && type->opcode == spv::Op::OpTypeSampledImage)
      type = module_.definition(module_.word(*type, 2));
    if (type && type->opcode == spv::Op::OpTypeImage && type->wordCount > 9) {
      const auto access = spv::AccessQualifier(module_.word(*type, 9));
      if (!use.writes && access == spv::AccessQualifier::WriteOnly)
        return "the image " + idText(module_.word(i, use.image)) + " is WriteOnly, and is read";
      if (use.writes && access == spv::AccessQualifier::ReadOnly)
        return "the image " + idText(module_.word(i, use.image)) + " is ReadOnly, and is written";
    }
    if (!use.operands || i.wordCount <= use.operands) return {};
    uint32_t forbidden = module_.word(i, use.operands);
    for (const Bits bit : use.allowed) forbidden &= ~uint32_t(bit);
    if (!forbidden) return {};
    return "the image operand " + operandText(forbidden & -forbidden) + " is not allowed by OpenCL";
  }

  static std::string operandText(uint32_t bit) {
    switch (Bits(bit)) {
      case Bits::Bias: return "Bias";
      case Bits::Grad: return "Grad";
      case Bits::ConstOffset: return "ConstOffset";
      case Bits::Offset: return "Offset";
      case Bits::ConstOffsets: return "ConstOffsets";
      case Bits::Sample: return "Sample";
      case Bits::MinLod: return "MinLod";
      default: return hexText(bit);
    }
  }

  static constexpr size_t kMostRemarks = 16;  // finding their places takes time

  const Module& module_;
  std::vector<Diagnostic>& remarks_;
};

}  // namespace

Admissible<void> checkOpenclRules(const Module& module, std::vector<Diagnostic>& remarks) {
  return OpenclRules(module, remarks).run();
}

}  // namespace lanewise::admit
