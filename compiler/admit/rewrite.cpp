// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces valid SPIR-V that the translator does not support, or translates wrong:
//  - OpSizeOf becomes a constant
//  - OpBranchConditional with equal targets becomes OpBranch
//  - a shift amount whose width differs from the width of the shifted value is converted first
//  - OpBitcast between integer and pointer becomes OpConvertUToPtr or OpConvertPtrToU
//  - a function's name is removed if another function has it: the translator takes functions with
//    the same name for one function, and linked modules may each have a static function of that
//    name
//  - a component of a built-in variable with four components (a sub-group mask) is extracted
//    from the whole value
//  - prefetches of sub-groups are removed, with capability and extension: they have no effect
//  - OptNone is removed from the function control: no later stage obeys it
#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace lanewise::admit {
namespace {

constexpr uint32_t kOptNone = 0x00010000;

class Rewrite {
 public:
  Rewrite(const Module& module, Layouts layouts)
      : module_(module), layouts_(std::move(layouts)), out_(module) {}

  Admissible<Module> run() {
    collectLinkedNames();
    collectMaskComponents();
    for (const Instruction& i : module_.instructions)
      if (const Finding problem = useOfComponent(i)) return module_.reject(i, problem);
    bool sizesDefined = false;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpFunction && !sizesDefined) {
        defineSizes();
        sizesDefined = true;
      }
      rewrite(i);
    }
    return out_.finish();
  }

 private:
  const Instruction* typeOfId(uint32_t id) const {
    const Instruction* value = module_.definition(id);
    return value ? module_.definition(value->typeId) : nullptr;
  }

  void defineSizes() {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode != spv::Op::OpSizeOf) continue;
      const Instruction* pointer = typeOfId(module_.get(i, OpSizeOf::kPointer));
      const uint64_t size =
          pointer ? layouts_[module_.get(*pointer, OpTypePointer::kType)].sizeBytes : 0;
      const uint32_t operands[] = {i.typeId, i.resultId, uint32_t(size)};
      out_.add(i, spv::Op::OpConstant, operands);
    }
  }

  void rewrite(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpSizeOf:
      case spv::Op::OpSubgroupBlockPrefetchINTEL: return;
      case spv::Op::OpCapability:
        return module_.get(i, OpCapability::kCapability) ==
                       spv::Capability::SubgroupBufferPrefetchINTEL
                   ? void()
                   : out_.keep(i);
      case spv::Op::OpExtension:
        return module_.get(i, OpExtension::kName) == "SPV_INTEL_subgroup_buffer_prefetch"
                   ? void()
                   : out_.keep(i);
      case spv::Op::OpName: return name(i);
      case spv::Op::OpDecorate:
        return components_.contains(module_.get(i, OpDecorate::kTarget)) ? void() : out_.keep(i);
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
        return components_.contains(i.resultId) ? void() : out_.keep(i);
      case spv::Op::OpLoad: return load(i);
      case spv::Op::OpFunction: return function(i);
      case spv::Op::OpBranchConditional: return branch(i);
      case spv::Op::OpShiftLeftLogical:
      case spv::Op::OpShiftRightLogical:
      case spv::Op::OpShiftRightArithmetic: return shift(i);
      case spv::Op::OpBitcast: return bitcast(i);
      default: return out_.keep(i);
    }
  }

  /// Functions that other modules or the host know by their names keep them.
  void collectLinkedNames() {
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpEntryPoint) {
        linked_.insert(module_.get(i, OpEntryPoint::kEntryPoint));
        names_.insert(module_.get(i, OpEntryPoint::kName));
      } else if (module_.decorates(i, spv::Decoration::LinkageAttributes)) {
        linked_.insert(module_.get(i, OpDecorate::kTarget));
        names_.insert(module_.linkageName(i));
      }
    }
  }

  struct Component {
    uint32_t variable, index;
  };

  /// Pointers to components of built-in variables that are vectors of four.
  void collectMaskComponents() {
    std::unordered_set<uint32_t> variables;
    for (const Instruction& i : module_.instructions) {
      if (module_.decorates(i, spv::Decoration::BuiltIn))
        variables.insert(module_.get(i, OpDecorate::kTarget));
      if (i.opcode != spv::Op::OpAccessChain && i.opcode != spv::Op::OpInBoundsAccessChain)
        continue;
      const uint32_t base = module_.get(i, OpAccessChain::kBase);
      const auto indexes = module_.get(i, OpAccessChain::kIndexes);
      if (indexes.size() != 1 || !variables.contains(base)) continue;
      const Instruction* vector = pointeeOf(base);
      if (vector && vector->opcode == spv::Op::OpTypeVector &&
          module_.get(*vector, OpTypeVector::kComponentCount) == 4)
        components_[i.resultId] = {base, indexes.front()};
    }
  }

  const Instruction* pointeeOf(uint32_t id) const {
    const Instruction* pointer = typeOfId(id);
    return pointer && pointer->opcode == spv::Op::OpTypePointer
               ? module_.definition(module_.get(*pointer, OpTypePointer::kType))
               : nullptr;
  }

  Finding useOfComponent(const Instruction& i) const {
    if (components_.empty() || i.opcode == spv::Op::OpLoad || i.opcode == spv::Op::OpName ||
        i.opcode == spv::Op::OpDecorate)
      return {};
    for (const Operand& operand : module_.operandsOf(i))
      if (operand.type == SPV_OPERAND_TYPE_ID && components_.contains(module_.word(i, operand)))
        return "the built-in variable " + idText(module_.word(i, operand)) +
               " is used otherwise than by OpLoad";
    return {};
  }

  void load(const Instruction& i) {
    const auto component = components_.find(module_.get(i, OpLoad::kPointer));
    if (component == components_.end()) return out_.keep(i);
    const auto [variable, index] = component->second;
    const uint32_t whole = out_.freshId();
    const uint32_t wholeLoad[] = {pointeeOf(variable)->resultId, whole, variable};
    out_.add(i, spv::Op::OpLoad, wholeLoad);
    const uint32_t extract[] = {i.typeId, i.resultId, whole, index};
    out_.add(i, spv::Op::OpVectorExtractDynamic, extract);
  }

  void name(const Instruction& i) {
    const uint32_t target = module_.get(i, OpName::kTarget);
    if (components_.contains(target)) return;
    if (!module_.hasOpcode(target, spv::Op::OpFunction) || linked_.contains(target) ||
        names_.insert(module_.get(i, OpName::kName)).second)
      out_.keep(i);
  }

  void function(const Instruction& i) {
    const uint32_t operands[] = {i.typeId, i.resultId,
                                 module_.get(i, OpFunction::kFunctionControl) & ~kOptNone,
                                 module_.get(i, OpFunction::kFunctionType)};
    out_.add(i, i.opcode, operands);
  }

  void branch(const Instruction& i) {
    const uint32_t operands[] = {module_.get(i, OpBranchConditional::kTrueLabel)};
    if (operands[0] != module_.get(i, OpBranchConditional::kFalseLabel)) return out_.keep(i);
    out_.add(i, spv::Op::OpBranch, operands);
  }

  uint32_t widthOf(const Instruction* type) const {
    if (type && type->opcode == spv::Op::OpTypeVector)
      type = module_.definition(module_.get(*type, OpTypeVector::kComponentType));
    return type && type->opcode == spv::Op::OpTypeInt ? module_.get(*type, OpTypeInt::kWidth) : 0;
  }

  void shift(const Instruction& i) {
    const uint32_t amount = module_.get(i, OpShiftLeftLogical::kShift);
    if (widthOf(module_.definition(i.typeId)) == widthOf(typeOfId(amount))) return out_.keep(i);
    const uint32_t converted = out_.freshId();
    const uint32_t conversion[] = {i.typeId, converted, amount};
    out_.add(i, spv::Op::OpUConvert, conversion);
    const uint32_t operands[] = {i.typeId, i.resultId, module_.get(i, OpShiftLeftLogical::kBase),
                                 converted};
    out_.add(i, i.opcode, operands);
  }

  void bitcast(const Instruction& i) {
    const Instruction* to = module_.definition(i.typeId);
    const uint32_t operand = module_.get(i, OpBitcast::kOperand);
    const Instruction* from = typeOfId(operand);
    const auto is = [](const Instruction* type, spv::Op opcode) {
      return type && type->opcode == opcode;
    };
    const uint32_t operands[] = {i.typeId, i.resultId, operand};
    if (is(to, spv::Op::OpTypePointer) && is(from, spv::Op::OpTypeInt))
      return out_.add(i, spv::Op::OpConvertUToPtr, operands);
    if (is(to, spv::Op::OpTypeInt) && is(from, spv::Op::OpTypePointer))
      return out_.add(i, spv::Op::OpConvertPtrToU, operands);
    out_.keep(i);
  }

  const Module& module_;
  const Layouts layouts_;
  Rewriter out_;
  std::unordered_set<uint32_t> linked_;
  std::unordered_set<std::string> names_;
  std::unordered_map<uint32_t, Component> components_;  // by the pointer to it
};

}  // namespace

Admissible<Module> rewriteForTranslator(const Module& module) {
  auto layouts = Layouts::of(module);
  if (!layouts) return std::unexpected(layouts.error());
  return Rewrite(module, std::move(*layouts)).run();
}

}  // namespace lanewise::admit
