// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels of detail of OpImageRead and OpImageWrite, which cl_khr_mipmap_image and
// cl_khr_mipmap_image_writes allow and SPIRV-Tools' validator does not (it knows them of
// SPV_AMD_shader_image_load_store_lod only). For the validator, the operand becomes an OpCopyObject
// before the instruction: it checks that the level is defined there. Its type is checked here.
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr uint32_t kBias = uint32_t(spv::ImageOperandsMask::Bias);
constexpr uint32_t kLod = uint32_t(spv::ImageOperandsMask::Lod);

/// The word of the image operands' mask; 0: the instruction is another one or has none.
uint32_t maskIndex(const Instruction& i) {
  const uint32_t index = i.opcode == spv::Op::OpImageRead    ? OpImageRead::kImageOperands.word
                         : i.opcode == spv::Op::OpImageWrite ? OpImageWrite::kImageOperands.word
                                                             : 0;
  return index < i.wordCount ? index : 0;
}

bool isInteger32(const Module& module, uint32_t typeId) {
  const Instruction* type = module.definition(typeId);
  return type && type->opcode == spv::Op::OpTypeInt && module.get(*type, OpTypeInt::kWidth) == 32;
}

}  // namespace

bool hasImageLevel(const Module& module, const Instruction& i) {
  const uint32_t mask = maskIndex(i) ? module.wordsOf(i)[maskIndex(i)] : 0;
  // (A bias would stand before the level. The validator rejects it.)
  return (mask & kLod) && !(mask & kBias);
}

Admissible<Module> copyImageLevels(const Module& module) {
  Rewriter out(module);
  for (const Instruction& i : module.instructions) {
    if (!hasImageLevel(module, i)) {
      out.keep(i);
      continue;
    }
    const auto words = module.wordsOf(i);
    const uint32_t mask = maskIndex(i), id = words[mask + 1];
    const Instruction* level = module.definition(id);
    if (!level || !isInteger32(module, level->typeId))
      return module.reject(
          i, "not valid SPIR-V: the level of detail " + idText(id) + " is not a 32-bit integer");
    const uint32_t copy[] = {level->typeId, out.freshId(), id};
    out.add(i, spv::Op::OpCopyObject, copy);
    std::vector<uint32_t> rest(words.begin() + 1, words.begin() + mask);
    if (words[mask] != kLod) {
      rest.push_back(words[mask] & ~kLod);
      rest.insert(rest.end(), words.begin() + mask + 2, words.end());
    }
    out.add(i, i.opcode, rest);
  }
  return out.finish();
}

}  // namespace lanewise::admit
