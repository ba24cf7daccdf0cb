// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a SPIR-V module that llvm-spirv wrote, as instructions and strings. The module is
// well-formed, so nothing is checked but its end.
#pragma once

#include "compiler/admit/spirv_operands.h"

#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace lanewise {

/// The string that begins at a word of an instruction.
inline std::string_view stringAt(std::span<const uint32_t> words, size_t at) {
  if (at >= words.size()) return {};
  const auto* bytes = reinterpret_cast<const char*>(words.data() + at);
  return {bytes, strnlen(bytes, (words.size() - at) * sizeof(uint32_t))};
}

struct Instruction {
  spv::Op opcode;
  std::span<const uint32_t> words;

  /// An operand by its name in the grammar: get(OpName::kTarget).
  template <class T>
  T get(OperandAt<T> at) const {
    assert(hasOperand(opcode, at));
    return T(words[at.word]);
  }
  std::string_view get(TextAt at) const {
    assert(hasOperand(opcode, at));
    return stringAt(words, at.word);
  }
  std::span<const uint32_t> get(WordsAt at) const {
    assert(words.size() == at.word || hasOperand(opcode, at));
    return words.subspan(at.word);
  }
  /// Whether the instruction has an operand that may be left out.
  template <class At>
  bool has(At at) const {
    return words.size() > at.word;
  }
};

inline std::vector<Instruction> instructionsOf(std::span<const uint32_t> words) {
  std::vector<Instruction> all;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t count = std::max<size_t>(1, words[at] >> 16);
    if (count > words.size() - at) break;
    all.push_back({spv::Op(words[at] & 0xffff), words.subspan(at, count)});
    at += count;
  }
  return all;
}

/// A string ends with at least one byte of 0.
constexpr size_t stringWords(std::string_view text) { return text.size() / 4 + 1; }

inline void appendString(std::vector<uint32_t>& words, std::string_view text) {
  const size_t at = words.size();
  words.resize(at + stringWords(text));
  std::memcpy(words.data() + at, text.data(), text.size());
}

}  // namespace lanewise
