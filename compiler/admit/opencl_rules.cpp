// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sections 4 to 6 of the OpenCL SPIR-V environment specification forbid of single
// instructions, and SPIR-V's own rule for the access qualifiers of images. The validator's
// environments for OpenCL end at SPIR-V 1.2 and do not check these rules. Constants are known here,
// and each module still has its own instructions. Other rules of the environment: environment.cpp,
// annotations.cpp (built-in variables), sub_groups.cpp, reflect.cpp (arguments of kernels).
#include <algorithm>
#include <initializer_list>
#include <optional>

#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

using Bits = spv::ImageOperandsMask;

/// Where an atomic instruction has its operands.
struct Atomic {
  OperandAt<uint32_t> memory, semantics;
};

std::optional<Atomic> atomicOf(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpAtomicCompareExchange:
    case spv::Op::OpAtomicCompareExchangeWeak:
      return Atomic{OpAtomicCompareExchange::kMemory, OpAtomicCompareExchange::kEqual};
    case spv::Op::OpAtomicLoad:
    case spv::Op::OpAtomicExchange:
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
    case spv::Op::OpAtomicFlagTestAndSet:
      return Atomic{OpAtomicLoad::kMemory, OpAtomicLoad::kSemantics};
    case spv::Op::OpAtomicStore:
    case spv::Op::OpAtomicFlagClear:
      return Atomic{OpAtomicStore::kMemory, OpAtomicStore::kSemantics};
    default: return std::nullopt;
  }
}

/// How an instruction uses an image, and where it has the image and the mask of image operands.
struct ImageUse {
  enum class Kind { Read, Write } kind;
  OperandAt<uint32_t> image;
  std::optional<OperandAt<uint32_t>> operands = std::nullopt;
  std::initializer_list<Bits> allowed = {};
};

std::optional<ImageUse> imageUseOf(spv::Op opcode) {
  using enum ImageUse::Kind;
  static constexpr std::initializer_list<Bits> kSample = {Bits::Lod, Bits::Grad, Bits::SignExtend,
                                                          Bits::ZeroExtend, Bits::Nontemporal};
  static constexpr std::initializer_list<Bits> kAccess = {Bits::Lod, Bits::SignExtend,
                                                          Bits::ZeroExtend, Bits::Nontemporal};
  switch (opcode) {
    case spv::Op::OpImageSampleExplicitLod:
      return ImageUse{Read, OpImageSampleExplicitLod::kSampledImage,
                      OpImageSampleExplicitLod::kImageOperands, kSample};
    case spv::Op::OpImageFetch:
    case spv::Op::OpImageRead:
      return ImageUse{Read, OpImageRead::kImage, OpImageRead::kImageOperands, kAccess};
    case spv::Op::OpImageWrite:
      return ImageUse{Write, OpImageWrite::kImage, OpImageWrite::kImageOperands, kAccess};
    case spv::Op::OpSubgroupImageBlockReadINTEL:
      return ImageUse{Read, OpSubgroupImageBlockReadINTEL::kImage};
    case spv::Op::OpSubgroupImageBlockWriteINTEL:
      return ImageUse{Write, OpSubgroupImageBlockWriteINTEL::kImage};
    default: return std::nullopt;
  }
}

std::string scopeText(uint64_t scope) {
  if (scope <= uint64_t(spv::Scope::ShaderCallKHR)) return spv::ScopeToString(spv::Scope(scope));
  return std::to_string(scope);
}

/// Relaxed has no bit.
std::string orderText(uint64_t semantics) {
  using enum spv::MemorySemanticsMask;
  switch (semantics) {
    case 0: return "Relaxed";
    case uint64_t(Acquire): return "Acquire";
    case uint64_t(Release): return "Release";
    case uint64_t(AcquireRelease): return "AcquireRelease";
    case uint64_t(SequentiallyConsistent): return "SequentiallyConsistent";
    default: return std::to_string(semantics);
  }
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
        if (const Finding problem = executionScope(module_.get(i, OpControlBarrier::kExecution)))
          return problem;
        return barrierScope(module_.get(i, OpControlBarrier::kMemory));
      case spv::Op::OpControlBarrierArriveINTEL:
        return splitBarrier(i, spv::MemorySemanticsMask::Release);
      case spv::Op::OpControlBarrierWaitINTEL:
        return splitBarrier(i, spv::MemorySemanticsMask::Acquire);
      case spv::Op::OpMemoryBarrier: return barrierScope(module_.get(i, OpMemoryBarrier::kMemory));
      case spv::Op::OpMemoryNamedBarrier:
        return barrierScope(module_.get(i, OpMemoryNamedBarrier::kMemory));
      case spv::Op::OpGroupAsyncCopy:
        return workgroupScope(module_.get(i, OpGroupAsyncCopy::kExecution));
      case spv::Op::OpGroupWaitEvents:
        return workgroupScope(module_.get(i, OpGroupWaitEvents::kExecution));
      default: break;
    }
    if (const auto operands = atomicOf(i.opcode)) return atomic(i, *operands);
    if (const auto use = imageUseOf(i.opcode)) return image(i, *use);
    return {};
  }

  const Instruction* typeOf(uint32_t id) const {
    const Instruction* value = module_.definition(id);
    return value ? module_.definition(value->typeId) : nullptr;
  }

  // Sections 6.2 and 6.3.

  Finding decoration(const Instruction& i) const {
    const Instruction* target = module_.definition(module_.get(i, OpDecorate::kTarget));
    if (!target) return {};  // annotations.cpp
    switch (module_.get(i, OpDecorate::kDecoration)) {
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

  Finding workgroupScope(uint32_t id) const {
    if (isOneOf(id, {spv::Scope::Workgroup})) return {};
    return "the execution scope is " + scopeOf(id) + ", and OpenCL requires Workgroup";
  }

  /// The rules of cl_intel_split_work_group_barrier. The wait has the operands of the arrival.
  Finding splitBarrier(const Instruction& i, spv::MemorySemanticsMask order) const {
    if (const Finding problem =
            workgroupScope(module_.get(i, OpControlBarrierArriveINTEL::kExecution)))
      return problem;
    if (const Finding problem = barrierScope(module_.get(i, OpControlBarrierArriveINTEL::kMemory)))
      return problem;
    using enum spv::MemorySemanticsMask;
    const auto semantics =
        constantValue(module_, module_.get(i, OpControlBarrierArriveINTEL::kSemantics));
    constexpr auto kOrders = uint64_t(Acquire) | uint64_t(Release) | uint64_t(AcquireRelease) |
                             uint64_t(SequentiallyConsistent);
    if (!semantics || (*semantics & kOrders) == uint64_t(order)) return {};
    return "the order is " + orderText(*semantics & kOrders) + ", and OpenCL requires " +
           orderText(uint64_t(order));
  }

  // Section 4: atomics.

  Finding atomic(const Instruction& i, const Atomic& operands) {
    const Instruction* type = atomicType(i);
    const uint32_t width =
        type && type->opcode == spv::Op::OpTypeInt ? module_.get(*type, OpTypeInt::kWidth) : 32;
    if (width < 32)
      return "the atomic is on an integer of " + std::to_string(width) +
             " bits, and OpenCL requires 32 bits, or 64";
    const uint32_t scope = module_.get(i, operands.memory);
    if (!isOneOf(scope, {spv::Scope::CrossDevice, spv::Scope::Device, spv::Scope::Workgroup,
                         spv::Scope::Subgroup}))
      return "the memory scope is " + scopeOf(scope) +
             ", and OpenCL requires CrossDevice, Device, Workgroup or Subgroup";
    noteOrder(i, module_.get(i, operands.semantics));
    return {};
  }

  /// That of the value, if the instruction reads or writes one.
  const Instruction* atomicType(const Instruction& i) const {
    return i.opcode == spv::Op::OpAtomicStore ? typeOf(module_.get(i, OpAtomicStore::kValue))
                                              : module_.definition(i.typeId);
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
    const uint32_t image = module_.get(i, use.image);
    const Instruction* type = typeOf(image);
    if (type && type->opcode == spv::Op::OpTypeSampledImage)
      type = module_.definition(module_.get(*type, OpTypeSampledImage::kImageType));
    if (type && type->opcode == spv::Op::OpTypeImage &&
        module_.has(*type, OpTypeImage::kAccessQualifier)) {
      const spv::AccessQualifier access = module_.get(*type, OpTypeImage::kAccessQualifier);
      if (use.kind == ImageUse::Kind::Read && access == spv::AccessQualifier::WriteOnly)
        return "the image " + idText(image) + " is WriteOnly, and is read";
      if (use.kind == ImageUse::Kind::Write && access == spv::AccessQualifier::ReadOnly)
        return "the image " + idText(image) + " is ReadOnly, and is written";
    }
    if (!use.operands || !module_.has(i, *use.operands)) return {};
    uint32_t forbidden = module_.get(i, *use.operands);
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
