// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of types. Pointers to pointers are limited to two levels, because a type may refer to
// itself through OpTypeForwardPointer.
#include "compiler/admit/type_name.h"

namespace lanewise::admit {
namespace {

std::string structName(const std::string& name) {
  for (std::string_view prefix : {"struct.", "union."})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return name.empty() ? "struct" : name;
}

std::string imageName(const Module& module, const Instruction& type) {
  std::string name = "image";
  switch (module.get(type, OpTypeImage::kDim)) {
    case spv::Dim::Dim1D: name += "1d"; break;
    case spv::Dim::Dim2D: name += "2d"; break;
    case spv::Dim::Dim3D: name += "3d"; break;
    default: name += "1d_buffer";
  }
  if (module.get(type, OpTypeImage::kArrayed) != 0) name += "_array";
  if (module.get(type, OpTypeImage::kMS) != 0) name += "_msaa";
  if (module.get(type, OpTypeImage::kDepth) == 1) name += "_depth";
  return name + "_t";
}

std::string nameAt(const Module& module, const Instruction& type, ArgumentSign sign,
                   const NameOf& nameOf, int depth) {
  const auto part = [&](uint32_t id) {
    const Instruction* found = module.definition(id);
    return found && depth < 3 ? nameAt(module, *found, sign, nameOf, depth + 1)
                              : std::string("void");
  };
  const std::string prefix = sign == ArgumentSign::Unsigned ? "u" : "";
  switch (type.opcode) {
    case spv::Op::OpTypeVoid: return "void";
    case spv::Op::OpTypeBool: return "bool";
    case spv::Op::OpTypeInt:
      switch (module.get(type, OpTypeInt::kWidth)) {
        case 8: return prefix + "char";
        case 16: return prefix + "short";
        case 32: return prefix + "int";
        default: return prefix + "long";
      }
    case spv::Op::OpTypeFloat:
      switch (module.get(type, OpTypeFloat::kWidth)) {
        case 16: return "half";
        case 32: return "float";
        default: return "double";
      }
    case spv::Op::OpTypeVector:
      return part(module.get(type, OpTypeVector::kComponentType)) +
             std::to_string(module.get(type, OpTypeVector::kComponentCount));
    case spv::Op::OpTypeArray: return part(module.get(type, OpTypeArray::kElementType)) + "[]";
    case spv::Op::OpTypeStruct: return structName(nameOf(type.resultId));
    case spv::Op::OpTypePointer: return part(module.get(type, OpTypePointer::kType)) + "*";
    case spv::Op::OpTypeEvent: return "event_t";
    case spv::Op::OpTypeReserveId: return "reserve_id_t";
    case spv::Op::OpTypePipe: return "pipe";
    case spv::Op::OpTypeQueue: return "queue_t";
    case spv::Op::OpTypeDeviceEvent: return "clk_event_t";
    case spv::Op::OpTypeImage: return imageName(module, type);
    case spv::Op::OpTypeSampler: return "sampler_t";
    default: return "void";
  }
}

}  // namespace

std::string typeName(const Module& module, const Instruction& type, ArgumentSign sign,
                     const NameOf& nameOf) {
  return nameAt(module, type, sign, nameOf, 0);
}

std::string vectorTypeHintName(uint32_t hint) {
  static constexpr const char* kComponents[] = {"char", "short", "int",   "long",
                                                "half", "float", "double"};
  const uint32_t component = hint & 0xffff, count = hint >> 16;
  if (component >= 7) return {};
  return kComponents[component] + (count > 1 ? std::to_string(count) : std::string());
}

std::vector<std::string> splitList(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    items.emplace_back(text.substr(0, comma));
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
  return items;
}

}  // namespace lanewise::admit
