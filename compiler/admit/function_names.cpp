// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction with a name is written again. Others are copied in one piece.
#include "compiler/admit/function_names.h"

#include "compiler/admit/spirv_words.h"

namespace lanewise::admit {
namespace {

/// Where the instruction has a string that may contain a function's name; 0 if it has none.
size_t nameWord(const lanewise::Instruction& i) {
  switch (i.opcode) {
    case spv::Op::OpName: return OpName::kName.word;
    case spv::Op::OpEntryPoint: return OpEntryPoint::kName.word;
    case spv::Op::OpDecorate:
      return i.get(OpDecorate::kDecoration) == spv::Decoration::LinkageAttributes
                 ? OpDecorate::kParameters.word
                 : 0;
    case spv::Op::OpString:
      return i.get(OpString::kString).starts_with("kernel_arg_") ? OpString::kString.word : 0;
    default: return 0;
  }
}

}  // namespace

std::optional<std::vector<uint32_t>> withFunctionNames(std::span<const uint32_t> words,
                                                       const RenameFunction& rename) {
  std::vector<uint32_t> out;
  const uint32_t* copied = words.data();
  for (const lanewise::Instruction& i : instructionsOf(words)) {
    if (i.opcode == spv::Op::OpFunction) break;  // names come before
    const size_t at = nameWord(i);
    if (at == 0) continue;
    const std::string_view before = stringAt(i.words, at);
    const std::optional<std::string> name = rename(before);
    if (!name) continue;
    out.insert(out.end(), copied, i.words.data() + at);
    const size_t first = out.size() - at;
    appendString(out, *name);
    const auto rest = i.words.subspan(at + stringWords(before));
    out.insert(out.end(), rest.begin(), rest.end());
    out[first] = uint32_t((out.size() - first) << 16) | uint32_t(i.opcode);
    copied = i.words.data() + i.words.size();
  }
  if (out.empty()) return std::nullopt;
  out.insert(out.end(), copied, words.data() + words.size());
  return out;
}

}  // namespace lanewise::admit
