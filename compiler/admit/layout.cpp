// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass over the type declarations. A type comes after its parts, except for pointers, whose
// size does not depend on the pointee.
#include "compiler/admit/layout.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace lanewise::admit {
namespace {

constexpr uint64_t kPointerBytes = 8;
constexpr uint64_t kMaxLeaves = uint64_t(1) << 46;

uint64_t roundUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Computes one type from the layouts so far.
class TypeReader {
 public:
  TypeReader(const Module& module, const Layouts& known, const std::unordered_set<uint32_t>& packed)
      : module_(module), known_(known), packed_(packed) {}

  Admissible<Layout> read(const Instruction& i) const {
    switch (i.opcode) {
      case spv::Op::OpTypeBool: return scalar(1);
      case spv::Op::OpTypeInt:
      case spv::Op::OpTypeFloat:
        return scalar(std::bit_ceil(std::min(module_.get(i, OpTypeInt::kWidth), 128u)) / 8);
      case spv::Op::OpTypePointer:
      case spv::Op::OpTypeEvent:
      case spv::Op::OpTypePipe:
      case spv::Op::OpTypeReserveId:
      case spv::Op::OpTypeQueue:
      case spv::Op::OpTypeDeviceEvent:
      case spv::Op::OpTypeImage:
      case spv::Op::OpTypeSampler: return scalar(kPointerBytes);
      case spv::Op::OpTypeVector: return vector(i);
      case spv::Op::OpTypeArray: return array(i);
      case spv::Op::OpTypeStruct: return structure(i);
      default: return Layout{};
    }
  }

 private:
  static Layout scalar(uint64_t bytes) { return {bytes, std::max<uint64_t>(bytes, 1), 1}; }

  Layout vector(const Instruction& i) const {
    const Layout element = known_[module_.get(i, OpTypeVector::kComponentType)];
    const uint64_t count = module_.get(i, OpTypeVector::kComponentCount);
    const uint64_t bytes = std::bit_ceil(std::min<uint64_t>(count, 16)) * element.sizeBytes;
    return {bytes, std::max<uint64_t>(bytes, 1), std::min<uint64_t>(count, 16)};
  }

  Admissible<Layout> array(const Instruction& i) const {
    const Layout element = known_[module_.get(i, OpTypeArray::kElementType)];
    const uint32_t length = module_.get(i, OpTypeArray::kLength);
    const auto count = constantValue(module_, length);
    if (!count)
      return module_.reject(
          i, "the array length " + idText(length) + " is not a known integer constant");
    if (element.sizeBytes && *count > kMaxTypeBytes / element.sizeBytes)
      return module_.reject(i, "an array of " + std::to_string(*count) + " elements of " +
                                   std::to_string(element.sizeBytes) + " bytes is too large");
    if (element.leaves && *count > kMaxLeaves / element.leaves)
      return module_.reject(i, "an array of " + std::to_string(*count) + " elements is too large");
    return Layout{element.sizeBytes * *count, element.alignBytes, element.leaves * *count};
  }

  Admissible<Layout> structure(const Instruction& i) const {
    const bool packed = packed_.contains(i.resultId);
    Layout all;
    for (const uint32_t type : module_.get(i, OpTypeStruct::kMemberTypes)) {
      const Layout member = known_[type];
      const uint64_t alignment = packed ? 1 : member.alignBytes;
      all.sizeBytes = roundUp(all.sizeBytes, alignment) + member.sizeBytes;
      all.alignBytes = std::max(all.alignBytes, alignment);
      all.leaves = std::min(all.leaves + std::max<uint64_t>(member.leaves, 1), kMaxLeaves);
      if (all.sizeBytes > kMaxTypeBytes)
        return module_.reject(
            i, "the struct has more than " + std::to_string(kMaxTypeBytes) + " bytes");
    }
    all.sizeBytes = roundUp(all.sizeBytes, all.alignBytes);
    return all;
  }

  const Module& module_;
  const Layouts& known_;
  const std::unordered_set<uint32_t>& packed_;
};

bool isTypeDeclaration(spv::Op opcode) {
  return opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpTypePipe;
}

}  // namespace

std::optional<uint64_t> constantValue(const Module& module, uint32_t id) {
  const Instruction* constant = module.definition(id);
  if (!constant) return std::nullopt;
  const Instruction* type = module.definition(constant->typeId);
  if (!type || type->opcode != spv::Op::OpTypeInt) return std::nullopt;
  const uint32_t width = module.get(*type, OpTypeInt::kWidth);
  if (width > 64) return std::nullopt;
  if (constant->opcode == spv::Op::OpConstantNull) return 0;
  if (constant->opcode != spv::Op::OpConstant) return std::nullopt;
  const uint64_t value = numberOf(module.get(*constant, OpConstant::kValue));
  return width < 64 ? value & ((uint64_t(1) << width) - 1) : value;
}

Admissible<Layouts> Layouts::of(const Module& module) {
  std::unordered_set<uint32_t> packed;
  for (const Instruction& i : module.instructions)
    if (module.decorates(i, spv::Decoration::CPacked))
      packed.insert(module.get(i, OpDecorate::kTarget));
  Layouts layouts;
  const TypeReader reader(module, layouts, packed);
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) break;
    if (!isTypeDeclaration(i.opcode)) continue;
    auto layout = reader.read(i);
    if (!layout) return std::unexpected(layout.error());
    layouts.layouts_.emplace(i.resultId, *layout);
  }
  return layouts;
}

}  // namespace lanewise::admit
