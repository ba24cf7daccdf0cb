// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Specialization constants: the application's values replace defaults by SpecId. Then every
// specialization constant becomes a constant.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Specializer {
 public:
  Specializer(const Module& module, std::span<const SpecializationConstant> values)
      : module_(module), words_(module.words) {
    for (const SpecializationConstant& value : values) values_[value.id] = &value;
    for (const Instruction& i : module.instructions)
      if (module.decorates(i, spv::Decoration::SpecId))
        specIds_[module.get(i, OpDecorate::kTarget)] =
            module.get(i, OpDecorate::kParameters).front();
  }

  bool hasSpecialization() const {
    for (const Instruction& i : module_.instructions) switch (i.opcode) {
        case spv::Op::OpSpecConstantTrue:
        case spv::Op::OpSpecConstantFalse:
        case spv::Op::OpSpecConstant:
        case spv::Op::OpSpecConstantComposite:
        case spv::Op::OpSpecConstantOp: return true;
        default: break;
      }
    return false;
  }

  Admissible<Module> run() {
    std::vector<uint32_t> sourceOffsets;
    for (const Instruction& i : module_.instructions) {
      sourceOffsets.push_back(i.sourceOffset);
      if (const Finding problem = specialize(i)) return module_.reject(i, problem);
    }
    return readModule(std::move(words_), sourceOffsets);
  }

 private:
  const SpecializationConstant* valueFor(uint32_t id) const {
    const auto specId = specIds_.find(id);
    if (specId == specIds_.end()) return nullptr;
    const auto value = values_.find(specId->second);
    return value == values_.end() ? nullptr : value->second;
  }

  void setOpcode(const Instruction& i, spv::Op opcode) {
    words_[i.offset] = uint32_t(i.wordCount) << 16 | uint32_t(opcode);
  }

  Finding specialize(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpSpecConstantTrue:
      case spv::Op::OpSpecConstantFalse: return boolean(i);
      case spv::Op::OpSpecConstant: return number(i);
      case spv::Op::OpSpecConstantComposite: setOpcode(i, spv::Op::OpConstantComposite); return {};
      case spv::Op::OpSpecConstantCompositeContinuedINTEL:
        setOpcode(i, spv::Op::OpConstantCompositeContinuedINTEL);
        return {};
      default: return {};
    }
  }

  Finding boolean(const Instruction& i) {
    bool value = i.opcode == spv::Op::OpSpecConstantTrue;
    if (const SpecializationConstant* given = valueFor(i.resultId)) {
      if (given->bytes.size() != 1) return wrongSize(*given, 1);
      value = given->bytes[0] != 0;
    }
    setOpcode(i, value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse);
    return {};
  }

  Finding number(const Instruction& i) {
    setOpcode(i, spv::Op::OpConstant);
    const SpecializationConstant* given = valueFor(i.resultId);
    if (!given) return {};
    const Instruction* type = module_.definition(i.typeId);
    const uint32_t bytes = type ? module_.get(*type, OpTypeInt::kWidth) / 8 : 0;
    const std::span<uint32_t> words =
        std::span(words_).subspan(i.offset, i.wordCount).subspan(OpSpecConstant::kValue.word);
    if (given->bytes.size() != bytes || bytes > words.size_bytes()) return wrongSize(*given, bytes);
    constexpr uint32_t kMostBytes = 8;
    if (bytes > kMostBytes) return wrongSize(*given, kMostBytes);
    std::ranges::fill(words, 0);
    std::memcpy(words.data(), given->bytes.data(), bytes);
    return {};
  }

  static Finding wrongSize(const SpecializationConstant& given, uint32_t bytes) {
    return "specialization constant " + std::to_string(given.id) + " has " + std::to_string(bytes) +
           " bytes, " + std::to_string(given.bytes.size()) + " were given";
  }

  const Module& module_;
  std::vector<uint32_t> words_;
  std::unordered_map<uint32_t, const SpecializationConstant*> values_;
  std::unordered_map<uint32_t, uint32_t> specIds_;
};

/// A constant takes no SpecId.
Admissible<Module> dropSpecIds(const Module& module) {
  Rewriter out(module);
  for (const Instruction& i : module.instructions)
    if (!module.decorates(i, spv::Decoration::SpecId)) out.keep(i);
  return out.finish();
}

}  // namespace

Admissible<Module> specialize(const Module& module,
                              std::span<const SpecializationConstant> values) {
  Specializer specializer(module, values);
  if (!specializer.hasSpecialization()) return module;
  auto folded = inOrder(specializer.run(), dropSpecIds, foldConstants);
  if (!folded) return folded;
  // New values may make what was valid invalid: the length of an array, an index.
  if (auto valid = validate(*folded); !valid) {
    valid.error().text.insert(0, "with the given specialization constants: ");
    return std::unexpected(valid.error());
  }
  return folded;
}

}  // namespace lanewise::admit
