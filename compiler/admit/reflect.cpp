// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the KernelMetadata of each entry point of a validated module: arguments with their
// offsets in the argument block, and execution modes. Type names come from KernelNotes or from
// `kernel_arg_type` strings, otherwise from the SPIR-V types, which have no signedness.
#include <algorithm>
#include <unordered_map>

#include "compiler/admit/kernel_notes.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"
#include "compiler/admit/sub_group_size.h"
#include "compiler/admit/type_name.h"
#include "interface/kernel_abi.h"

namespace lanewise::admit {
namespace {

constexpr uint32_t kMaxArgumentBlockBytes = 64 << 10;
constexpr uint32_t kUntypedLocalAlignment = 128;  // of the largest OpenCL type, long16
constexpr uint32_t kMostLocalAlignment = abi::kMostVariableAlignment;

/// What decorations say about one parameter.
struct ParameterFacts {
  bool byVal = false, isRestrict = false, isVolatile = false, isConst = false;
  ArgumentSign sign = ArgumentSign::Unknown;
  uint32_t alignBytes = 0;
  uint64_t mostBytes = KernelArgument::kAnySize;
  std::string name;
};

class Reflector {
 public:
  Reflector(const Module& module, Layouts layouts, const DeviceLimits& device)
      : module_(module), layouts_(std::move(layouts)), device_(device) {}

  Admissible<std::vector<KernelMetadata>> run() {
    for (const Instruction& i : module_.instructions) collect(i);
    std::vector<KernelMetadata> kernels;
    for (const Instruction* entry : entryPoints_) {
      auto kernel = reflect(*entry);
      if (!kernel) return std::unexpected(kernel.error());
      kernels.push_back(std::move(*kernel));
    }
    return kernels;
  }

 private:
  void collect(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpEntryPoint: entryPoints_.push_back(&i); break;
      case spv::Op::OpExecutionMode:
      case spv::Op::OpExecutionModeId:
        modes_[module_.get(i, OpExecutionMode::kEntryPoint)].push_back(&i);
        break;
      case spv::Op::OpDecorate: decorate(i); break;
      case spv::Op::OpDecorateId: decorateId(i); break;
      case spv::Op::OpName: names_.emplace(module_.get(i, OpName::kTarget), &i); break;
      case spv::Op::OpString: string(i); break;
      case spv::Op::OpFunction: parameters_ = &functions_[i.resultId]; break;
      case spv::Op::OpFunctionParameter:
        if (parameters_) parameters_->push_back(&i);
        break;
      default: break;
    }
  }

  void decorate(const Instruction& i) {
    ParameterFacts& metadata = decorations_[module_.get(i, OpDecorate::kTarget)];
    const auto parameters = module_.get(i, OpDecorate::kParameters);
    switch (module_.get(i, OpDecorate::kDecoration)) {
      case spv::Decoration::Volatile: metadata.isVolatile = true; break;
      case spv::Decoration::Restrict: metadata.isRestrict = true; break;
      case spv::Decoration::Alignment: metadata.alignBytes = parameters.front(); break;
      case spv::Decoration::MaxByteOffset: limit(metadata, parameters.front()); break;
      case spv::Decoration::FuncParamAttr:
        switch (spv::FunctionParameterAttribute(parameters.front())) {
          case spv::FunctionParameterAttribute::ByVal: metadata.byVal = true; break;
          case spv::FunctionParameterAttribute::NoAlias: metadata.isRestrict = true; break;
          case spv::FunctionParameterAttribute::NoWrite: metadata.isConst = true; break;
          case spv::FunctionParameterAttribute::Sext: metadata.sign = ArgumentSign::Signed; break;
          case spv::FunctionParameterAttribute::Zext: metadata.sign = ArgumentSign::Unsigned; break;
          default: break;
        }
        break;
      default: break;
    }
  }

  static void limit(ParameterFacts& metadata, uint64_t mostBytes) {
    metadata.mostBytes = std::min(metadata.mostBytes, mostBytes);
  }

  void decorateId(const Instruction& i) {
    if (module_.get(i, OpDecorateId::kDecoration) != spv::Decoration::MaxByteOffsetId) return;
    if (const auto bytes =
            constantValue(module_, module_.get(i, OpDecorateId::kParameters).front()))
      limit(decorations_[module_.get(i, OpDecorateId::kTarget)], *bytes);
  }

  Admissible<KernelMetadata> reflect(const Instruction& entry) {
    KernelMetadata kernel;
    kernel.name = module_.get(entry, OpEntryPoint::kName);
    const uint32_t function = module_.get(entry, OpEntryPoint::kEntryPoint);
    uint64_t offset = 0;
    for (const Instruction* parameter : functions_[function]) {
      auto argument = reflectArgument(*parameter);
      if (!argument)
        return module_.reject(*parameter, "argument " + std::to_string(kernel.arguments.size()) +
                                              " of kernel '" + kernel.name +
                                              "': " + argument.error().text);
      offset = (offset + slotAlignment(*argument) - 1) / slotAlignment(*argument) *
               slotAlignment(*argument);
      argument->offsetBytes = uint32_t(offset);
      offset += argument->sizeBytes;
      if (offset > kMaxArgumentBlockBytes)
        return module_.reject(entry, "the arguments of kernel '" + kernel.name +
                                         "' take more than " +
                                         std::to_string(kMaxArgumentBlockBytes) + " bytes");
      kernel.arguments.push_back(std::move(*argument));
    }
    kernel.argumentBytes = uint32_t(offset);
    takeStrings(kernel);
    if (const auto notes = notes_.find(kernel.name); notes != notes_.end())
      takeNotes(kernel, notes->second);
    for (const Instruction* mode : modes_[function]) executionMode(kernel, *mode);
    if (const Finding problem = checkSubGroupSize(kernel, device_))
      return module_.reject(entry, problem);
    if (kernel.role != KernelRole::Kernel && !kernel.arguments.empty())
      return module_.reject(entry, "'" + kernel.name + "' is to run by itself, but has arguments");
    return kernel;
  }

  static uint64_t slotAlignment(const KernelArgument& argument) {
    if (argument.kind == ArgumentKind::Value)
      return std::clamp<uint64_t>(argument.alignBytes, 1, kUntypedLocalAlignment);
    return 8;
  }

  Admissible<KernelArgument> reflectArgument(const Instruction& parameter) {
    const Instruction* type = module_.definition(parameter.typeId);
    const ParameterFacts& metadata = decorations_[parameter.resultId];
    KernelArgument argument;
    argument.name = nameOf(parameter.resultId);
    if (!type) return reject("has no type");
    argument.typeName = spelling(*type, metadata.sign);
    switch (type->opcode) {
      case spv::Op::OpTypePointer: return pointer(std::move(argument), *type, metadata);
      case spv::Op::OpTypeInt:
      case spv::Op::OpTypeFloat:
      case spv::Op::OpTypeVector:
      case spv::Op::OpTypeStruct: return value(std::move(argument), parameter.typeId, 0);
      case spv::Op::OpTypeImage: return image(std::move(argument), *type);
      case spv::Op::OpTypeSampler: return handle(std::move(argument), ArgumentKind::Sampler);
      default:
        return reject("the type " + opcodeText(type->opcode) +
                      " is not allowed for a kernel argument");
    }
  }

  std::string nameOf(uint32_t id) const {
    const auto name = names_.find(id);
    return name == names_.end() ? std::string() : module_.get(*name->second, OpName::kName);
  }

  std::string spelling(const Instruction& type, ArgumentSign sign) const {
    return typeName(module_, type, sign, [this](uint32_t id) { return nameOf(id); });
  }

  /// What the host cannot pass, as a part of a value: the type, or null. Arrays in structures are
  /// C.
  const Instruction* unpassablePart(uint32_t typeId) const {
    const Instruction* type = module_.definition(typeId);
    if (!type) return nullptr;
    switch (type->opcode) {
      case spv::Op::OpTypeInt:
      case spv::Op::OpTypeFloat:
      case spv::Op::OpTypePointer: return nullptr;
      case spv::Op::OpTypeVector:
        return unpassablePart(module_.get(*type, OpTypeVector::kComponentType));
      case spv::Op::OpTypeArray:
        return unpassablePart(module_.get(*type, OpTypeArray::kElementType));
      case spv::Op::OpTypeStruct:
        for (const uint32_t member : module_.get(*type, OpTypeStruct::kMemberTypes))
          if (const Instruction* part = unpassablePart(member)) return part;
        return nullptr;
      default: return type;
    }
  }

  Admissible<KernelArgument> value(KernelArgument argument, uint32_t typeId, uint32_t alignBytes) {
    if (const Instruction* part = unpassablePart(typeId))
      return reject("an " + opcodeText(part->opcode) + " is not allowed in a kernel argument");
    const Layout layout = layouts_[typeId];
    if (layout.sizeBytes > kMaxArgumentBlockBytes)
      return reject("has " + std::to_string(layout.sizeBytes) + " bytes, more than " +
                    std::to_string(kMaxArgumentBlockBytes));
    argument.sizeBytes = uint32_t(layout.sizeBytes);
    argument.alignBytes = std::max(uint32_t(layout.alignBytes), alignBytes);
    return argument;
  }

  /// The application sets a handle, of eight bytes like the address that the kernel gets.
  static KernelArgument handle(KernelArgument argument, ArgumentKind kind) {
    argument.kind = kind;
    argument.sizeBytes = argument.alignBytes = 8;
    return argument;
  }

  ImageType imageType(const Instruction& type) const {
    const bool isArray = module_.get(type, OpTypeImage::kArrayed) != 0;
    switch (module_.get(type, OpTypeImage::kDim)) {
      case spv::Dim::Dim1D: return isArray ? ImageType::Image1DArray : ImageType::Image1D;
      case spv::Dim::Dim2D: return isArray ? ImageType::Image2DArray : ImageType::Image2D;
      case spv::Dim::Dim3D: return ImageType::Image3D;
      case spv::Dim::Buffer: return ImageType::Image1DBuffer;
      default: return ImageType::Any;
    }
  }

  Admissible<KernelArgument> image(KernelArgument argument, const Instruction& type) {
    argument.addressSpace = AddressSpace::Global;
    const auto access = module_.has(type, OpTypeImage::kAccessQualifier)
                            ? module_.get(type, OpTypeImage::kAccessQualifier)
                            : spv::AccessQualifier::ReadOnly;
    argument.accessQualifier = uint32_t(access) + 1;
    argument.imageType = imageType(type);
    argument.isDepthImage = module_.get(type, OpTypeImage::kDepth) == 1;
    return handle(std::move(argument), ArgumentKind::Image);
  }

  Admissible<KernelArgument> pointer(KernelArgument argument, const Instruction& type,
                                     const ParameterFacts& metadata) {
    const spv::StorageClass storage = module_.get(type, OpTypePointer::kStorageClass);
    const uint32_t pointee = module_.get(type, OpTypePointer::kType);
    if (storage == spv::StorageClass::Function) {
      if (!metadata.byVal) return reject("a pointer to private memory is not an argument");
      const Instruction* pointeeType = module_.definition(pointee);
      if (pointeeType) argument.typeName = spelling(*pointeeType, metadata.sign);
      return value(std::move(argument), pointee, 0);
    }
    argument.sizeBytes = argument.alignBytes = 8;
    argument.isRestrict = metadata.isRestrict;
    argument.isVolatile = metadata.isVolatile;
    argument.isConst = metadata.isConst;
    argument.mostBytes = metadata.mostBytes;
    argument.kind = ArgumentKind::Pointer;
    switch (storage) {
      case spv::StorageClass::CrossWorkgroup:
      case spv::StorageClass::DeviceOnlyINTEL:
      case spv::StorageClass::HostOnlyINTEL: argument.addressSpace = AddressSpace::Global; break;
      case spv::StorageClass::UniformConstant:
        argument.addressSpace = AddressSpace::Constant;
        argument.isConst = true;
        break;
      case spv::StorageClass::Workgroup:
        argument.addressSpace = AddressSpace::Local;
        argument.kind = ArgumentKind::LocalPointer;
        argument.alignBytes = localAlignment(pointee, metadata);
        break;
      default:
        return reject("a pointer of storage class " +
                      std::string(spv::StorageClassToString(storage)) + " is not an argument");
    }
    return argument;
  }

  /// Front ends write `local float3*` as a pointer to bytes with an alignment; a pointer to bytes
  /// without one may be to anything.
  uint32_t localAlignment(uint32_t pointee, const ParameterFacts& metadata) const {
    const Layout layout = layouts_[pointee];
    const uint64_t natural = std::max<uint64_t>(layout.alignBytes, metadata.alignBytes);
    if (layout.sizeBytes <= 1 && metadata.alignBytes == 0) return kUntypedLocalAlignment;
    return uint32_t(std::min<uint64_t>(natural, kMostLocalAlignment));
  }

  /// KernelNotes of our front end, or "kernel_arg_type.NAME.float4,int*," and
  /// "kernel_arg_type_qual.NAME.const,,", which llvm-spirv writes on demand.
  void string(const Instruction& i) {
    const std::string text = module_.get(i, OpString::kString);
    if (auto notes = decodeNotes(text)) notes_.insert_or_assign(notes->kernel, std::move(*notes));
    const size_t dot = text.rfind('.');
    if (!text.starts_with("kernel_arg_type") || dot == text.npos) return;
    strings_[text.substr(0, dot)] = splitList(std::string_view(text).substr(dot + 1));
  }

  void takeStrings(KernelMetadata& kernel) const {
    const auto types = strings_.find("kernel_arg_type." + kernel.name);
    if (types != strings_.end() && types->second.size() == kernel.arguments.size())
      for (size_t n = 0; n < types->second.size(); ++n)
        kernel.arguments[n].typeName = types->second[n];
    const auto qualifiers = strings_.find("kernel_arg_type_qual." + kernel.name);
    if (qualifiers != strings_.end() && qualifiers->second.size() == kernel.arguments.size())
      for (size_t n = 0; n < qualifiers->second.size(); ++n)
        takeQualifiers(kernel.arguments[n], qualifiers->second[n]);
  }

  static void takeNotes(KernelMetadata& kernel, const KernelNotes& notes) {
    kernel.attributes = notes.attributes;
    if (notes.arguments.size() != kernel.arguments.size()) return;
    for (size_t n = 0; n < kernel.arguments.size(); ++n) {
      kernel.arguments[n].typeName = notes.arguments[n].type;
      kernel.arguments[n].name = notes.arguments[n].name;
      takeQualifiers(kernel.arguments[n], notes.arguments[n].qualifiers);
    }
  }

  static void takeQualifiers(KernelArgument& argument, std::string_view words) {
    argument.isConst = words.find("const") != words.npos;
    argument.isRestrict = words.find("restrict") != words.npos;
    argument.isVolatile = words.find("volatile") != words.npos;
  }

  void executionMode(KernelMetadata& kernel, const Instruction& i) {
    const auto parameters = module_.get(i, OpExecutionMode::kParameters);
    const auto triple = [&](uint32_t(&out)[3], bool ids) {
      for (size_t n = 0; n < std::min<size_t>(3, parameters.size()); ++n)
        out[n] = ids ? uint32_t(constantValue(module_, parameters[n]).value_or(0)) : parameters[n];
    };
    switch (module_.get(i, OpExecutionMode::kMode)) {
      case spv::ExecutionMode::LocalSize: triple(kernel.requiredLocalSize, false); break;
      case spv::ExecutionMode::LocalSizeId: triple(kernel.requiredLocalSize, true); break;
      case spv::ExecutionMode::LocalSizeHint: triple(kernel.localSizeHint, false); break;
      case spv::ExecutionMode::LocalSizeHintId: triple(kernel.localSizeHint, true); break;
      case spv::ExecutionMode::SubgroupSize:
        kernel.requiredSubGroupSize = parameters.front();
        break;
      case spv::ExecutionMode::SubgroupsPerWorkgroup:
        kernel.requiredSubGroupCount = parameters.front();
        break;
      case spv::ExecutionMode::SubgroupsPerWorkgroupId:
        kernel.requiredSubGroupCount =
            uint32_t(constantValue(module_, parameters.front()).value_or(0));
        break;
      case spv::ExecutionMode::VecTypeHint:
        kernel.vecTypeHint = vectorTypeHintName(parameters.front());
        break;
      case spv::ExecutionMode::Initializer: kernel.role = KernelRole::Initializer; break;
      case spv::ExecutionMode::Finalizer: kernel.role = KernelRole::Finalizer; break;
      default: break;
    }
  }

  const Module& module_;
  const Layouts layouts_;
  const DeviceLimits& device_;
  std::vector<const Instruction*> entryPoints_;
  std::unordered_map<std::string, std::vector<std::string>> strings_;
  std::unordered_map<std::string, KernelNotes> notes_;
  std::unordered_map<uint32_t, std::vector<const Instruction*>> modes_, functions_;
  std::unordered_map<uint32_t, const Instruction*> names_;
  std::unordered_map<uint32_t, ParameterFacts> decorations_;
  std::vector<const Instruction*>* parameters_ = nullptr;
};

}  // namespace

Admissible<std::vector<KernelMetadata>> reflect(const Module& module, const DeviceLimits& device) {
  auto layouts = Layouts::of(module);
  if (!layouts) return std::unexpected(layouts.error());
  return Reflector(module, std::move(*layouts), device).run();
}

uint64_t globalVariableBytes(const Module& module) {
  auto layouts = Layouts::of(module);
  uint64_t bytes = 0;
  if (!layouts) return bytes;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) break;
    if (i.opcode != spv::Op::OpVariable) continue;
    const spv::StorageClass storage = module.get(i, OpVariable::kStorageClass);
    if (storage != spv::StorageClass::CrossWorkgroup &&
        storage != spv::StorageClass::DeviceOnlyINTEL)
      continue;
    if (const Instruction* pointer = module.definition(i.typeId))
      bytes += (*layouts)[module.get(*pointer, OpTypePointer::kType)].sizeBytes;
  }
  return bytes;
}

}  // namespace lanewise::admit
