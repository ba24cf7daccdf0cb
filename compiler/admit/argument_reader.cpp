// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of types come from the SPIR-V types here, which have no signedness; argument_notes.cpp
// replaces them where the source's are known.
#include "compiler/admit/argument_reader.h"

#include "interface/kernel_abi.h"

#include <algorithm>
#include <utility>

namespace lanewise::admit {
namespace {

constexpr uint32_t kMostLocalAlignment = abi::kMostVariableAlignment;

/// The application sets a handle, of eight bytes like the address that the kernel gets.
KernelArgument handle(KernelArgument argument, ArgumentKind kind) {
  argument.kind = kind;
  argument.sizeBytes = argument.alignBytes = 8;
  return argument;
}

}  // namespace

void ArgumentReader::collect(const Instruction& i) {
  switch (i.opcode) {
    case spv::Op::OpDecorate: return decorate(i);
    case spv::Op::OpDecorateId: return decorateId(i);
    case spv::Op::OpName: names_.emplace(module_.get(i, OpName::kTarget), &i); return;
    default: return;
  }
}

void ArgumentReader::decorate(const Instruction& i) {
  ParameterFacts& facts = decorations_[module_.get(i, OpDecorate::kTarget)];
  const auto parameters = module_.get(i, OpDecorate::kParameters);
  switch (module_.get(i, OpDecorate::kDecoration)) {
    case spv::Decoration::Volatile: facts.isVolatile = true; break;
    case spv::Decoration::Restrict: facts.isRestrict = true; break;
    case spv::Decoration::Alignment: facts.alignBytes = parameters.front(); break;
    case spv::Decoration::MaxByteOffset: facts.limit(parameters.front()); break;
    case spv::Decoration::FuncParamAttr:
      switch (spv::FunctionParameterAttribute(parameters.front())) {
        case spv::FunctionParameterAttribute::ByVal: facts.byVal = true; break;
        case spv::FunctionParameterAttribute::NoAlias: facts.isRestrict = true; break;
        case spv::FunctionParameterAttribute::NoWrite: facts.isConst = true; break;
        case spv::FunctionParameterAttribute::Sext: facts.sign = ArgumentSign::Signed; break;
        case spv::FunctionParameterAttribute::Zext: facts.sign = ArgumentSign::Unsigned; break;
        default: break;
      }
      break;
    default: break;
  }
}

void ArgumentReader::decorateId(const Instruction& i) {
  if (module_.get(i, OpDecorateId::kDecoration) != spv::Decoration::MaxByteOffsetId) return;
  if (const auto bytes = constantValue(module_, module_.get(i, OpDecorateId::kParameters).front()))
    decorations_[module_.get(i, OpDecorateId::kTarget)].limit(*bytes);
}

Admissible<KernelArgument> ArgumentReader::read(const Instruction& parameter) const {
  const Instruction* type = module_.definition(parameter.typeId);
  const auto found = decorations_.find(parameter.resultId);
  const ParameterFacts facts = found == decorations_.end() ? ParameterFacts{} : found->second;
  KernelArgument argument;
  argument.name = nameOf(parameter.resultId);
  if (!type) return reject("has no type");
  argument.typeName = spelling(*type, facts.sign);
  switch (type->opcode) {
    case spv::Op::OpTypePointer: return pointer(std::move(argument), *type, facts);
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeStruct: return value(std::move(argument), parameter.typeId);
    case spv::Op::OpTypeImage: return image(std::move(argument), *type);
    case spv::Op::OpTypePipe:
      argument.addressSpace = AddressSpace::Global;
      argument.accessQualifier = uint32_t(module_.get(*type, OpTypePipe::kQualifier)) + 1;
      return handle(std::move(argument), ArgumentKind::Pipe);
    case spv::Op::OpTypeSampler: return handle(std::move(argument), ArgumentKind::Sampler);
    case spv::Op::OpTypeQueue: return handle(std::move(argument), ArgumentKind::Queue);
    default:
      return reject("the type " + opcodeText(type->opcode) +
                    " is not allowed for a kernel argument");
  }
}

std::string ArgumentReader::nameOf(uint32_t id) const {
  const auto name = names_.find(id);
  return name == names_.end() ? std::string() : module_.get(*name->second, OpName::kName);
}

std::string ArgumentReader::spelling(const Instruction& type, ArgumentSign sign) const {
  return typeName(module_, type, sign, [this](uint32_t id) { return nameOf(id); });
}

/// What the host cannot pass, as a part of a value: the type, or null. Arrays in structures are
/// C.
const Instruction* ArgumentReader::unpassablePart(uint32_t typeId) const {
  const Instruction* type = module_.definition(typeId);
  if (!type) return nullptr;
  switch (type->opcode) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypePointer: return nullptr;
    case spv::Op::OpTypeVector:
      return unpassablePart(module_.get(*type, OpTypeVector::kComponentType));
    case spv::Op::OpTypeArray: return unpassablePart(module_.get(*type, OpTypeArray::kElementType));
    case spv::Op::OpTypeStruct:
      for (const uint32_t member : module_.get(*type, OpTypeStruct::kMemberTypes))
        if (const Instruction* part = unpassablePart(member)) return part;
      return nullptr;
    default: return type;
  }
}

Admissible<KernelArgument> ArgumentReader::value(KernelArgument argument, uint32_t typeId) const {
  if (const Instruction* part = unpassablePart(typeId))
    return reject("an " + opcodeText(part->opcode) + " is not allowed in a kernel argument");
  const Layout layout = layouts_[typeId];
  if (layout.sizeBytes > kMaxArgumentBlockBytes)
    return reject("has " + std::to_string(layout.sizeBytes) + " bytes, more than " +
                  std::to_string(kMaxArgumentBlockBytes));
  argument.sizeBytes = uint32_t(layout.sizeBytes);
  argument.alignBytes = uint32_t(layout.alignBytes);
  return argument;
}

ImageType ArgumentReader::imageType(const Instruction& type) const {
  const bool isArray = module_.get(type, OpTypeImage::kArrayed) != 0;
  switch (module_.get(type, OpTypeImage::kDim)) {
    case spv::Dim::Dim1D: return isArray ? ImageType::Image1DArray : ImageType::Image1D;
    case spv::Dim::Dim2D: return isArray ? ImageType::Image2DArray : ImageType::Image2D;
    case spv::Dim::Dim3D: return ImageType::Image3D;
    case spv::Dim::Buffer: return ImageType::Image1DBuffer;
    default: return ImageType::Any;
  }
}

Admissible<KernelArgument> ArgumentReader::image(KernelArgument argument,
                                                 const Instruction& type) const {
  argument.addressSpace = AddressSpace::Global;
  const auto access = module_.has(type, OpTypeImage::kAccessQualifier)
                          ? module_.get(type, OpTypeImage::kAccessQualifier)
                          : spv::AccessQualifier::ReadOnly;
  argument.accessQualifier = uint32_t(access) + 1;
  argument.imageType = imageType(type);
  argument.isDepthImage = module_.get(type, OpTypeImage::kDepth) == 1;
  return handle(std::move(argument), ArgumentKind::Image);
}

Admissible<KernelArgument> ArgumentReader::pointer(KernelArgument argument, const Instruction& type,
                                                   const ParameterFacts& facts) const {
  const spv::StorageClass storage = module_.get(type, OpTypePointer::kStorageClass);
  const uint32_t pointee = module_.get(type, OpTypePointer::kType);
  if (storage == spv::StorageClass::Function) {
    if (!facts.byVal) return reject("a pointer to private memory is not an argument");
    const Instruction* pointeeType = module_.definition(pointee);
    if (pointeeType) argument.typeName = spelling(*pointeeType, facts.sign);
    return value(std::move(argument), pointee);
  }
  argument.sizeBytes = argument.alignBytes = 8;
  argument.isRestrict = facts.isRestrict;
  argument.isVolatile = facts.isVolatile;
  argument.isConst = facts.isConst;
  argument.mostBytes = facts.mostBytes;
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
      argument.alignBytes = localAlignment(pointee, facts);
      break;
    default:
      return reject("a pointer of storage class " +
                    std::string(spv::StorageClassToString(storage)) + " is not an argument");
  }
  return argument;
}

/// Front ends write `local float3*` as a pointer to bytes with an alignment; a pointer to bytes
/// without one may be to anything.
uint32_t ArgumentReader::localAlignment(uint32_t pointee, const ParameterFacts& facts) const {
  const Layout layout = layouts_[pointee];
  const uint64_t natural = std::max<uint64_t>(layout.alignBytes, facts.alignBytes);
  if (layout.sizeBytes <= 1 && facts.alignBytes == 0) return kUntypedLocalAlignment;
  return uint32_t(std::min<uint64_t>(natural, kMostLocalAlignment));
}

}  // namespace lanewise::admit
