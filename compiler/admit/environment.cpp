// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks each instruction by the rules of the OpenCL environment. extensions.def lists the
// supported capabilities and extensions, language.def the supported instructions and enumerants.
#include <spirv/unified1/OpenCL.std.h>
#include <algorithm>
#include <initializer_list>
#include <unordered_map>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

struct Row {
  bool has;
  std::initializer_list<spv::Capability> capabilities;
  std::initializer_list<const char*> spirvExtensions;
};

/// What the rows of extensions.def admit.
struct Admitting {
  std::unordered_set<uint32_t> capabilities;
  std::unordered_set<std::string_view> spirvExtensions;

  void add(const Row& row, const DeviceLimits& device, std::string_view name = {}) {
    if (!row.has || std::ranges::find(device.without, name) != device.without.end()) return;
    for (spv::Capability capability : row.capabilities) capabilities.insert(uint32_t(capability));
    for (const char* extension : row.spirvExtensions) spirvExtensions.insert(extension);
  }

  explicit Admitting(const DeviceLimits& device) {
    using enum spv::Capability;
#define CAPABILITIES(...) {__VA_ARGS__}
#define SPIRV_EXTENSIONS(...) {__VA_ARGS__}
#define CORE(name, capabilities, spirvExtensions) \
  add({true, capabilities, spirvExtensions}, device);
#define EXTENSION(name, major, minor, patch, where, condition, capabilities, spirvExtensions) \
  add({condition, capabilities, spirvExtensions}, device, #name);
#define FEATURE(name, major, minor, patch, condition, capabilities, spirvExtensions) \
  add({condition, capabilities, spirvExtensions}, device, #name);
#include "interface/extensions.def"
  }
};

/// The name that OpenCL has for a feature that a capability declares; null if it has none.
const char* featureOf(spv::Capability capability) {
  switch (capability) {
    case spv::Capability::ImageBasic:
    case spv::Capability::ImageReadWrite:
    case spv::Capability::ImageBuffer:
    case spv::Capability::Image1D:
    case spv::Capability::Sampled1D:
    case spv::Capability::SampledBuffer:
    case spv::Capability::LiteralSampler: return "images";
    case spv::Capability::Pipes:
    case spv::Capability::PipeStorage: return "pipes";
    case spv::Capability::DeviceEnqueue: return "device queues";
    default: return nullptr;
  }
}

/// The words of language.def.
struct Language {
  std::unordered_set<uint32_t> instructions, decorations, modes, storageClasses, attributes;
  std::unordered_set<uint32_t> builtIns;

  Language() {
    {
      using enum spv::Op;
#define INSTRUCTION(...) \
  for (spv::Op op : {__VA_ARGS__}) instructions.insert(uint32_t(op));
#include "compiler/admit/language.def"
    }
    {
      using enum spv::Decoration;
#define DECORATION(...) \
  for (spv::Decoration d : {__VA_ARGS__}) decorations.insert(uint32_t(d));
#include "compiler/admit/language.def"
    }
    {
      using enum spv::ExecutionMode;
#define EXECUTION_MODE(...) \
  for (spv::ExecutionMode m : {__VA_ARGS__}) modes.insert(uint32_t(m));
#include "compiler/admit/language.def"
    }
    {
      using enum spv::StorageClass;
#define STORAGE_CLASS(...) \
  for (spv::StorageClass c : {__VA_ARGS__}) storageClasses.insert(uint32_t(c));
#include "compiler/admit/language.def"
    }
    {
      using enum spv::FunctionParameterAttribute;
#define PARAMETER_ATTRIBUTE(...) \
  for (spv::FunctionParameterAttribute a : {__VA_ARGS__}) attributes.insert(uint32_t(a));
#include "compiler/admit/language.def"
    }
#define BUILT_IN(name, components, bits) builtIns.insert(uint32_t(spv::BuiltIn::name));
#include "compiler/admit/language.def"
  }
};

class Environment {
 public:
  Environment(const Module& module, const DeviceLimits& device) : module_(module), admits_(device) {
    for (const Instruction& i : module.instructions)
      if (i.opcode == spv::Op::OpCapability)
        declared_.insert(module.get(i, OpCapability::kCapability));
  }

  /// A capability or an extension is declared without a place. If an instruction breaks a rule,
  /// too, that one needs the declaration, as a rule, and has a place. If none does, a function that
  /// was removed from a trimmed module may have needed the declaration.
  Admissible<void> run(bool isTrimmed) {
    std::optional<Diagnostic> declared;
    for (const Instruction& i : module_.instructions) {
      if (isDeclaration(i) && declared) continue;
      const Finding problem = check(i);
      if (!problem) continue;
      Diagnostic diagnostic = module_.diagnose(i, problem);
      if (isDeclaration(i)) {
        if (!declared) declared = std::move(diagnostic);
        continue;
      }
      if (!declared) return std::unexpected(std::move(diagnostic));
      declared->source = std::move(diagnostic.source);
      declared->function = std::move(diagnostic.function);
      declared->kernels = std::move(diagnostic.kernels);
      return std::unexpected(std::move(*declared));
    }
    if (declared && !isTrimmed) return std::unexpected(std::move(*declared));
    return {};
  }

  Admissible<Module> withoutUnsupportedDeclarations() {
    Rewriter out(module_);
    for (const Instruction& i : module_.instructions)
      if (!isDeclaration(i) || !check(i)) out.keep(i);
    return out.finish();
  }

 private:
  static bool isDeclaration(const Instruction& i) {
    return i.opcode == spv::Op::OpCapability || i.opcode == spv::Op::OpExtension;
  }

  Finding check(const Instruction& i) {
    if (!language_.instructions.contains(uint32_t(i.opcode)))
      return unsupported("instruction " + opcodeText(i.opcode));
    if (const Finding problem = operands(i)) return problem;
    switch (i.opcode) {
      case spv::Op::OpCapability: return capability(i);
      case spv::Op::OpExtension: return extension(i);
      case spv::Op::OpExtInstImport: return import(i);
      case spv::Op::OpMemoryModel: return memoryModel(i);
      case spv::Op::OpEntryPoint: return entryPoint(i);
      case spv::Op::OpTypeInt: return integerType(i);
      case spv::Op::OpTypeImage: return imageType(i);
      case spv::Op::OpTypePipe:
      case spv::Op::OpTypeReserveId: return typeNeeds(spv::Capability::Pipes);
      case spv::Op::OpTypePipeStorage: return typeNeeds(spv::Capability::PipeStorage);
      case spv::Op::OpTypeQueue:
      case spv::Op::OpTypeDeviceEvent: return typeNeeds(spv::Capability::DeviceEnqueue);
      case spv::Op::OpTypeVector: {
        const uint32_t part[] = {module_.get(i, OpTypeVector::kComponentType)};
        return aggregate(i, part);
      }
      case spv::Op::OpTypeArray: {
        const uint32_t part[] = {module_.get(i, OpTypeArray::kElementType)};
        return aggregate(i, part);
      }
      case spv::Op::OpTypeStruct: return aggregate(i, module_.get(i, OpTypeStruct::kMemberTypes));
      case spv::Op::OpExtInst: return extendedInstruction(i);
      default: return {};
    }
  }

  /// Types of pipes, some of which pipes.cpp replaces before validation, and of device queues.
  Finding typeNeeds(spv::Capability capability) const {
    const std::string name = spv::CapabilityToString(capability);
    if (!admits_.capabilities.contains(uint32_t(capability)))
      return unsupported(std::string(featureOf(capability)) + " (SPIR-V capability " + name + ")");
    // PipeStorage includes Pipes.
    if (declared_.contains(capability) ||
        (capability == spv::Capability::Pipes && declared_.contains(spv::Capability::PipeStorage)))
      return {};
    return "the type requires the capability " + name;
  }

  /// Enumerants and strings, wherever they stand.
  Finding operands(const Instruction& i) const {
    for (const Operand& operand : module_.operandsOf(i)) {
      const uint32_t word = module_.word(i, operand);
      switch (operand.type) {
        case SPV_OPERAND_TYPE_DECORATION:
          if (language_.decorations.contains(word)) continue;
          return unsupported("decoration " +
                             std::string(spv::DecorationToString(spv::Decoration(word))) + " (" +
                             std::to_string(word) + ")");
        case SPV_OPERAND_TYPE_EXECUTION_MODE:
          if (language_.modes.contains(word)) continue;
          return unsupported("execution mode " +
                             std::string(spv::ExecutionModeToString(spv::ExecutionMode(word))));
        case SPV_OPERAND_TYPE_STORAGE_CLASS:
          if (language_.storageClasses.contains(word)) continue;
          return unsupported("storage class " +
                             std::string(spv::StorageClassToString(spv::StorageClass(word))));
        case SPV_OPERAND_TYPE_BUILT_IN:
          if (language_.builtIns.contains(word)) continue;
          return unsupported("built-in variable " +
                             std::string(spv::BuiltInToString(spv::BuiltIn(word))));
        case SPV_OPERAND_TYPE_FUNCTION_PARAMETER_ATTRIBUTE:
          if (language_.attributes.contains(word)) continue;
          return unsupported("parameter attribute " + std::to_string(word));
        case SPV_OPERAND_TYPE_LITERAL_STRING:
          if (isPadded(i, operand)) continue;
          return "the string is not padded with zeros";
        default: continue;
      }
    }
    return {};
  }

  /// After the string's end its last word holds zeros.
  bool isPadded(const Instruction& i, const Operand& operand) const {
    uint32_t last = module_.wordsOf(i, operand).back();
    while (last & 0xff) last >>= 8;
    return last == 0;
  }

  /// A type written out, with all that it is made of: the validator and LLVM walk that tree, and a
  /// struct of two structs of two structs ... has a tree that doubles with each level.
  Finding aggregate(const Instruction& i, std::span<const uint32_t> members) {
    TypeTree tree;
    for (uint32_t id : members) {
      const auto found = trees_.find(id);
      const TypeTree member = found == trees_.end() ? TypeTree{} : found->second;
      tree.nodes += member.nodes;
      tree.depth = std::max(tree.depth, member.depth + 1);
    }
    if (tree.depth > kMaxTypeDepth)
      return unsupported("types nested more than " + std::to_string(kMaxTypeDepth) + " deep");
    if (tree.nodes > kMaxTypeNodes)
      return unsupported("a type that consists of more than " + std::to_string(kMaxTypeNodes) +
                         " types");
    trees_[i.resultId] = tree;
    return {};
  }

  Finding integerType(const Instruction& i) const {
    const uint32_t signedness = module_.get(i, OpTypeInt::kSignedness);
    if (signedness == 0) return {};
    return "signedness " + std::to_string(signedness) +
           " of an integer type is not allowed: OpenCL requires 0";
  }

  Finding imageType(const Instruction& i) const {
    const Instruction* sampled = module_.definition(module_.get(i, OpTypeImage::kSampledType));
    if (!sampled || sampled->opcode != spv::Op::OpTypeVoid)
      return "the sampled type of an image is not void, as OpenCL requires";
    const spv::Dim dim = module_.get(i, OpTypeImage::kDim);
    switch (dim) {
      case spv::Dim::Dim1D:
      case spv::Dim::Dim2D:
      case spv::Dim::Dim3D:
      case spv::Dim::Buffer: break;
      default: return unsupported("images of dimensionality " + std::string(spv::DimToString(dim)));
    }
    const uint32_t depth = module_.get(i, OpTypeImage::kDepth);
    if (depth > 1) return "'Depth' of an image type is neither 0 nor 1";
    const bool isDepth = depth == 1, isArray = module_.get(i, OpTypeImage::kArrayed) != 0;
    if ((isDepth && dim != spv::Dim::Dim2D) ||
        (isArray && dim != spv::Dim::Dim1D && dim != spv::Dim::Dim2D))
      return "OpenCL has no " + std::string(isDepth ? "depth images" : "image arrays") +
             " of dimensionality " + std::string(spv::DimToString(dim));
    if (module_.get(i, OpTypeImage::kMS) != 0) return unsupported("multi-sampled images");
    if (module_.get(i, OpTypeImage::kSampled) != 0)
      return "'Sampled' of an image type is not 0, as OpenCL requires";
    if (module_.get(i, OpTypeImage::kImageFormat) != spv::ImageFormat::Unknown)
      return "the format of an image is not Unknown, as OpenCL requires";
    if (!declaresImages()) return "an image type requires the capability ImageBasic";
    if (!module_.has(i, OpTypeImage::kAccessQualifier))
      return "an image type has no access qualifier, which OpenCL requires";
    if (module_.get(i, OpTypeImage::kAccessQualifier) == spv::AccessQualifier::ReadWrite &&
        !declared_.contains(spv::Capability::ImageReadWrite))
      return "the access qualifier ReadWrite requires the capability ImageReadWrite";
    return {};
  }

  /// Capabilities that ImageBasic is part of.
  bool declaresImages() const {
    using enum spv::Capability;
    return std::ranges::any_of(std::initializer_list{ImageBasic, ImageReadWrite, ImageMipmap},
                               [&](spv::Capability c) { return declared_.contains(c); });
  }

  Finding capability(const Instruction& i) const {
    const spv::Capability capability = module_.get(i, OpCapability::kCapability);
    if (admits_.capabilities.contains(uint32_t(capability))) return {};
    const std::string name = spv::CapabilityToString(capability);
    if (const char* feature = featureOf(capability))
      return unsupported(std::string(feature) + " (SPIR-V capability " + name + ")");
    return unsupported("capability " + name + " (" + std::to_string(uint32_t(capability)) + ")");
  }

  Finding extension(const Instruction& i) const {
    const std::string name = module_.get(i, OpExtension::kName);
    if (admits_.spirvExtensions.contains(name)) return {};
    return unsupported("SPIR-V extension '" + name + "'");
  }

  Finding import(const Instruction& i) const {
    const std::string name = module_.get(i, OpExtInstImport::kName);
    if (name == "OpenCL.std" || name == "OpenCL.DebugInfo.100" || name.starts_with("NonSemantic."))
      return {};
    return unsupported("extended instruction set '" + name + "'");
  }

  Finding memoryModel(const Instruction& i) const {
    const spv::AddressingModel addressing = module_.get(i, OpMemoryModel::kAddressingModel);
    const spv::MemoryModel memory = module_.get(i, OpMemoryModel::kMemoryModel);
    if (addressing == spv::AddressingModel::Physical32)
      return unsupported(
          "32-bit addresses (Physical32); the device has 64-bit addresses "
          "(Physical64)");
    if (addressing != spv::AddressingModel::Physical64)
      return unsupported("addressing model " +
                         std::string(spv::AddressingModelToString(addressing)) +
                         "; the device has Physical64");
    if (memory != spv::MemoryModel::OpenCL)
      return "memory model " + std::string(spv::MemoryModelToString(memory)) +
             " is not allowed: OpenCL requires OpenCL";
    return {};
  }

  /// The validator takes it for granted that operands have a type, and the data of vstore_half a
  /// component type.
  Finding extendedInstruction(const Instruction& i) const {
    const Instruction* set = module_.definition(module_.get(i, OpExtInst::kSet));
    if (!set || set->opcode != spv::Op::OpExtInstImport ||
        module_.get(*set, OpExtInstImport::kName) != "OpenCL.std")
      return {};
    for (const Operand& operand : module_.operandsOf(i)) {
      if (operand.type != SPV_OPERAND_TYPE_ID || operand.offset < OpExtInst::kOperands.word)
        continue;
      const uint32_t id = module_.word(i, operand);
      const Instruction* value = module_.definition(id);
      const Instruction* type = value ? module_.definition(value->typeId) : nullptr;
      if (!type || type->opcode == spv::Op::OpTypeVoid)
        return "the operand " + idText(id) + " is not a value";
      const uint32_t instruction = module_.get(i, OpExtInst::kInstruction);
      const bool storesHalf = instruction >= OpenCLLIB::Vstore_half &&
                              instruction <= OpenCLLIB::Vstorea_halfn_r &&
                              instruction != OpenCLLIB::Vloada_halfn;
      if (storesHalf && operand.offset == OpExtInst::kOperands.word &&
          type->opcode != spv::Op::OpTypeFloat && type->opcode != spv::Op::OpTypeVector)
        return "the operand " + idText(id) + " is not a floating-point number or a vector";
    }
    return {};
  }

  Finding entryPoint(const Instruction& i) const {
    const spv::ExecutionModel model = module_.get(i, OpEntryPoint::kExecutionModel);
    if (model == spv::ExecutionModel::Kernel) return {};
    return "execution model " + std::string(spv::ExecutionModelToString(model)) +
           " is not allowed: OpenCL requires Kernel";
  }

  static constexpr uint64_t kMaxTypeNodes = 1 << 16;
  struct TypeTree {
    uint64_t nodes = 1;
    uint32_t depth = 0;
  };

  const Module& module_;
  std::unordered_set<spv::Capability> declared_;
  std::unordered_map<uint32_t, TypeTree> trees_;
  const Admitting admits_;
  const Language language_;
};

}  // namespace

Admissible<void> checkEnvironment(const Trimmed& trimmed, const DeviceLimits& device) {
  return Environment(trimmed.module, device).run(trimmed.isTrimmed);
}

Admissible<Module> removeUnsupportedDeclarations(const Module& module, const DeviceLimits& device) {
  return Environment(module, device).withoutUnsupportedDeclarations();
}

}  // namespace lanewise::admit
