// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the targets and the values of names and decorations. The validator checks few of them, and
// the translator relies on all.
#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Annotations {
 public:
  Annotations(const Module& module, const Layouts& layouts) : module_(module), layouts_(layouts) {
    std::unordered_set<uint32_t> kernels;
    const Instruction* before = nullptr;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode == spv::Op::OpEntryPoint) {
        entryPoints_.insert(module_.get(i, OpEntryPoint::kName));
        kernels.insert(module_.get(i, OpEntryPoint::kEntryPoint));
      }
      if (i.opcode == spv::Op::OpFunctionParameter && before->opcode == spv::Op::OpFunction &&
          !kernels.contains(before->resultId))
        firstParameters_.insert(i.resultId);
      before = &i;
    }
  }

  Admissible<void> run() {
    for (const Instruction& i : module_.instructions) {
      if (const Finding problem = check(i)) return module_.reject(i, problem);
    }
    return {};
  }

 private:
  Finding check(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpDecorate:
      case spv::Op::OpDecorateId:
      case spv::Op::OpDecorateString: return decoration(i);
      case spv::Op::OpMemberDecorate:
      case spv::Op::OpMemberDecorateString: return memberDecoration(i);
      default: return {};
    }
  }

  Finding decoration(const Instruction& i) {
    const uint32_t id = module_.get(i, OpDecorate::kTarget);
    const Instruction* target = module_.definition(id);
    if (!target) return "the target " + idText(id) + " is not defined";
    if (target->offset < i.offset)
      return "the target " + idText(target->resultId) + ", an " + opcodeText(target->opcode) +
             ", takes no decoration";
    switch (module_.get(i, OpDecorate::kDecoration)) {
      case spv::Decoration::FuncParamAttr: return parameterAttribute(i, *target);
      case spv::Decoration::Alignment:
        return alignment(*target, module_.get(i, OpDecorate::kParameters).front());
      case spv::Decoration::BuiltIn: return builtIn(i, *target);
      case spv::Decoration::LinkageAttributes: return linkage(i, *target);
      default: return {};
    }
  }

  Finding memberDecoration(const Instruction& i) {
    const uint32_t id = module_.get(i, OpMemberDecorate::kStructureType);
    const Instruction* target = module_.definition(id);
    if (!target || target->opcode != spv::Op::OpTypeStruct)
      return "the target " + idText(id) + " is not a struct type";
    const uint32_t member = module_.get(i, OpMemberDecorate::kMember);
    if (member >= module_.get(*target, OpTypeStruct::kMemberTypes).size())
      return "the struct " + idText(id) + " has no member " + std::to_string(member);
    switch (module_.get(i, OpMemberDecorate::kDecoration)) {
      case spv::Decoration::BuiltIn:
      case spv::Decoration::FPRoundingMode:
      case spv::Decoration::FuncParamAttr:
      case spv::Decoration::LinkageAttributes:
      case spv::Decoration::SaturatedConversion:
      case spv::Decoration::SpecId: return "a member of a struct does not take this decoration";
      case spv::Decoration::Alignment:
        return powerOfTwo(module_.get(i, OpMemberDecorate::kParameters).front());
      default: return {};
    }
  }

  static Finding powerOfTwo(uint32_t value) {
    if (std::has_single_bit(value)) return {};
    return "the alignment " + std::to_string(value) + " is not a power of two";
  }

  const Instruction* typeOf(const Instruction& value) const {
    return module_.definition(value.typeId);
  }

  bool isPointer(const Instruction& value) const {
    const Instruction* type = typeOf(value);
    return type && type->opcode == spv::Op::OpTypePointer;
  }

  Finding alignment(const Instruction& target, uint32_t value) {
    if (const Finding problem = powerOfTwo(value)) return problem;
    if (isPointer(target)) return {};
    return "the target " + idText(target.resultId) + " is not a pointer, and has no alignment";
  }

  Finding parameterAttribute(const Instruction& i, const Instruction& target) {
    const auto attribute =
        spv::FunctionParameterAttribute(module_.get(i, OpDecorate::kParameters).front());
    const bool extends = attribute == spv::FunctionParameterAttribute::Zext ||
                         attribute == spv::FunctionParameterAttribute::Sext;
    if (target.opcode != spv::Op::OpFunctionParameter && target.opcode != spv::Op::OpFunction)
      return "the target " + idText(target.resultId) + " is not a function or a parameter";
    const Instruction* type = typeOf(target);
    if (!type) return {};
    // A bool is passed as one bit of an integer: Clang marks it Zext.
    if (extends && type->opcode != spv::Op::OpTypeInt && type->opcode != spv::Op::OpTypeBool)
      return "the target " + idText(target.resultId) +
             " is neither an integer nor a bool, and is not extended";
    if (!extends && !isPointer(target))
      return "the target " + idText(target.resultId) +
             " is not a pointer, as the attribute demands";
    if (const Finding problem = byValue(attribute, target, *type)) return problem;
    return contradiction(attribute, target);
  }

  Finding byValue(spv::FunctionParameterAttribute attribute, const Instruction& target,
                  const Instruction& pointer) {
    if (attribute != spv::FunctionParameterAttribute::ByVal &&
        attribute != spv::FunctionParameterAttribute::Sret)
      return {};
    if (target.opcode != spv::Op::OpFunctionParameter)
      return "the target " + idText(target.resultId) + " is not a parameter";
    if (layouts_[module_.get(pointer, OpTypePointer::kType)].sizeBytes == 0)
      return "the parameter " + idText(target.resultId) + " points to a type without a size";
    if (attribute == spv::FunctionParameterAttribute::Sret &&
        !firstParameters_.contains(target.resultId))
      return "the parameter " + idText(target.resultId) +
             " is Sret, but not the first of a function that is no kernel";
    return {};
  }

  Finding contradiction(spv::FunctionParameterAttribute attribute, const Instruction& target) {
    using enum spv::FunctionParameterAttribute;
    uint32_t& seen = attributes_[target.resultId];
    seen |= 1u << (uint32_t(attribute) & 31);
    const auto both = [&](auto a, auto b) {
      return (seen >> uint32_t(a) & 1) && (seen >> uint32_t(b) & 1);
    };
    if (both(Zext, Sext)) return "the target " + idText(target.resultId) + " is both Zext and Sext";
    if (both(ByVal, Sret))
      return "the target " + idText(target.resultId) + " is both ByVal and Sret";
    if (both(NoWrite, NoReadWrite))
      return "the target " + idText(target.resultId) + " is both NoWrite and NoReadWrite";
    return {};
  }

  Finding builtIn(const Instruction& i, const Instruction& target) {
    const Instruction* type = typeOf(target);
    if (target.opcode != spv::Op::OpVariable || !type ||
        module_.get(target, OpVariable::kStorageClass) != spv::StorageClass::Input)
      return "the target " + idText(target.resultId) + " is not a variable of storage class Input";
    const auto builtIn = spv::BuiltIn(module_.get(i, OpDecorate::kParameters).front());
    const Shape shape = shapeOf(builtIn);
    const Instruction* part = module_.definition(module_.get(*type, OpTypePointer::kType));
    const bool isVector = part && part->opcode == spv::Op::OpTypeVector;
    const uint32_t components = isVector ? module_.get(*part, OpTypeVector::kComponentCount) : 1;
    if (isVector) part = module_.definition(module_.get(*part, OpTypeVector::kComponentType));
    if (!part || part->opcode != spv::Op::OpTypeInt || components != shape.components ||
        module_.get(*part, OpTypeInt::kWidth) != shape.bits)
      return "the variable " + idText(target.resultId) + " does not have the type of " +
             spv::BuiltInToString(builtIn) + ", " + textOf(shape);
    if (!builtIns_.insert(target.resultId).second)
      return "the variable " + idText(target.resultId) + " is two built-in variables";
    return {};
  }

  struct Shape {
    uint32_t components, bits;
  };

  static Shape shapeOf(spv::BuiltIn builtIn) {
    switch (builtIn) {
#define BUILT_IN(name, components, bits) \
  case spv::BuiltIn::name: return {components, bits};
#include "compiler/admit/language.def"
      default: return {0, 0};
    }
  }

  static std::string textOf(const Shape& shape) {
    const std::string integers = " of " + std::to_string(shape.bits) + " bits";
    if (shape.components == 1) return "an integer" + integers;
    return "a vector of " + std::to_string(shape.components) + " integers" + integers;
  }

  Finding linkage(const Instruction& i, const Instruction& target) {
    if (target.opcode != spv::Op::OpFunction && target.opcode != spv::Op::OpVariable)
      return "the target " + idText(target.resultId) + " is neither a function nor a variable";
    const std::string name = module_.linkageName(i);
    if (name.starts_with("llvm.")) return "the name '" + name + "' belongs to the compiler";
    if (target.opcode == spv::Op::OpVariable && entryPoints_.contains(name))
      return "the name '" + name + "' is also that of a kernel";
    if (!linkages_.insert(target.resultId).second)
      return "the target " + idText(target.resultId) + " has two linkage names";
    return {};
  }

  const Module& module_;
  const Layouts& layouts_;
  std::unordered_set<std::string> entryPoints_;       // names of kernels
  std::unordered_set<uint32_t> firstParameters_;      // of other functions
  std::unordered_set<uint32_t> builtIns_, linkages_;  // targets that have one
  std::unordered_map<uint32_t, uint32_t> attributes_;
};

}  // namespace

Admissible<void> checkAnnotations(const Module& module, const Layouts& layouts) {
  return Annotations(module, layouts).run();
}

}  // namespace lanewise::admit
