// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A well-formed SPIR-V module without code. Its only string selects the behaviour of the fake
// compiler (fake_compiler.cpp). It has three specialization constants.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace lanewise::test {

/// SpecIds of the module's constants: a 32-bit integer, a 64-bit integer, a boolean.
inline constexpr uint32_t kIntSpec = 7, kLongSpec = 9, kBoolSpec = 12;

/// `word` follows "fake:"; `more` makes modules different.
inline std::vector<uint32_t> fakeModule(const std::string& word, const std::string& more = "") {
  std::vector<uint32_t> words = {0x07230203, 0x00010200, 0, 20, 0};
  const auto add = [&](uint32_t opcode, std::initializer_list<uint32_t> operands) {
    words.push_back(uint32_t(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands);
  };
  add(17, {6});     // OpCapability Kernel
  add(14, {2, 2});  // OpMemoryModel Physical64 OpenCL
  const std::string text = "fake:" + word + " " + more;
  std::vector<uint32_t> literal(text.size() / 4 + 1);
  std::memcpy(literal.data(), text.data(), text.size());
  words.push_back(uint32_t(literal.size() + 2) << 16 | 7);  // OpString %1
  words.push_back(1);
  words.insert(words.end(), literal.begin(), literal.end());
  add(71, {2, 1, kIntSpec});  // OpDecorate %2 SpecId
  add(71, {3, 1, kLongSpec});
  add(71, {4, 1, kBoolSpec});
  add(21, {5, 32, 0});  // OpTypeInt
  add(21, {6, 64, 0});
  add(20, {7});        // OpTypeBool
  add(50, {5, 2, 1});  // OpSpecConstant
  add(50, {6, 3, 1, 0});
  add(48, {7, 4});  // OpSpecConstantTrue
  return words;
}

}  // namespace lanewise::test
