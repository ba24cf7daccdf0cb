// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and rewrites modules. SPIRV-Tools parses the instructions. The header, the byte order, the
// limits and the index of definitions are handled here.
#include "compiler/admit/module.h"

#include "compiler/admit/device_barriers.h"
#include "compiler/admit/function_pointers.h"
#include "compiler/admit/stages.h"

#include <cxxabi.h>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace lanewise::admit {

std::string idText(uint32_t id) { return "%" + std::to_string(id); }

std::string hexText(uint32_t word) {
  char digits[8];
  auto [end, error] = std::to_chars(digits, digits + 8, word, 16);
  return "0x" + std::string(digits, end);
}

std::string opcodeText(spv::Op opcode) {
  const std::string_view name = spvOpcodeString(uint32_t(opcode));
  if (name.empty() || name == "unknown") return "opcode " + std::to_string(uint32_t(opcode));
  return "Op" + std::string(name);
}

std::vector<uint32_t> literalString(std::string_view text) {
  std::vector<uint32_t> words(text.size() / 4 + 1, 0);
  for (size_t i = 0; i < text.size(); ++i)
    words[i / 4] |= uint32_t(uint8_t(text[i])) << (8 * (i % 4));
  return words;
}

std::string Module::get(const Instruction& i, TextAt at) const {
  assert(hasOperand(i.opcode, at));
  return textOf(wordsOf(i).subspan(at.word));
}

std::string Module::textOf(std::span<const uint32_t> words) {
  std::string result;
  for (const uint32_t four : words) {
    for (int byte = 0; byte < 4; ++byte) {
      const char c = char(four >> (8 * byte));
      if (c == 0) return result;
      result.push_back(c);
    }
  }
  return result;
}

/// The name that C++ for OpenCL declares, for a mangled one.
static std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return text ? text.get() : name;
}

std::string Module::nameOf(uint32_t id) const {
  std::string name;
  for (const Instruction& i : instructions) {
    if (i.opcode == spv::Op::OpFunction) break;
    if (i.opcode == spv::Op::OpName && get(i, OpName::kTarget) == id && name.empty())
      name = get(i, OpName::kName);
    if (decorates(i, spv::Decoration::LinkageAttributes) && get(i, OpDecorate::kTarget) == id)
      name = linkageName(i);
  }
  return name.empty() ? idText(id) : "'" + demangled(name) + "'";
}

bool isUse(const Operand& operand) {
  switch (operand.type) {
    case SPV_OPERAND_TYPE_ID:
    case SPV_OPERAND_TYPE_TYPE_ID:
    case SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID:
    case SPV_OPERAND_TYPE_SCOPE_ID: return true;
    default: return false;
  }
}

/// Receives SPIRV-Tools' callbacks; declared a friend in the header.
struct ModuleReader {
  Module module;
  std::span<const uint32_t> sourceOffsets;
  uint32_t nextOffset = kHeaderWords;
  std::optional<Diagnostic> problem;

  spv_result_t instruction(const spv_parsed_instruction_t& parsed) {
    Instruction i{};
    i.opcode = spv::Op(parsed.opcode);
    i.wordCount = parsed.num_words;
    i.operandCount = parsed.num_operands;
    i.offset = nextOffset;
    const size_t index = module.instructions.size();
    i.sourceOffset = sourceOffsets.empty()          ? nextOffset
                     : index < sourceOffsets.size() ? sourceOffsets[index]
                                                    : 0;
    i.firstOperand = uint32_t(module.operands.size());
    i.typeId = parsed.type_id;
    i.resultId = parsed.result_id;
    for (uint16_t n = 0; n < parsed.num_operands; ++n) {
      const spv_parsed_operand_t& operand = parsed.operands[n];
      module.operands.push_back({operand.offset, operand.num_words, operand.type});
    }
    nextOffset += parsed.num_words;
    module.instructions.push_back(i);
    return define(i, index);
  }

  spv_result_t define(const Instruction& i, size_t index) {
    if (i.resultId == 0) return SPV_SUCCESS;
    if (i.resultId >= module.definitions_.size()) {
      problem = module.diagnose(
          i, "the id is not below the bound " + std::to_string(module.bound()) + " of the header");
      return SPV_ERROR_INVALID_BINARY;
    }
    if (module.definitions_[i.resultId] != Module::kNone) {
      problem = module.diagnose(i, "the id is defined twice");
      return SPV_ERROR_INVALID_BINARY;
    }
    module.definitions_[i.resultId] = uint32_t(index);
    return SPV_SUCCESS;
  }

  /// The rule that the header breaks, and the word in which it does.
  Admissible<void> checkHeader() const {
    const auto& words = module.words;
    const auto wrong = [](uint32_t word, std::string reason) {
      return std::unexpected(Diagnostic{.kind = DiagnosticKind::InvalidInput,
                                        .text = std::move(reason),
                                        .module = {.wordOffset = word}});
    };
    if (words.size() < kHeaderWords)
      return wrong(kMagicWord, "incomplete module header: " + std::to_string(words.size() * 4) +
                                   " bytes, expected at least 20");
    if (words[kMagicWord] != spv::MagicNumber)
      return wrong(kMagicWord, "not SPIR-V: the first word is " + hexText(words[kMagicWord]) +
                                   ", expected " + hexText(spv::MagicNumber));
    const uint32_t major = words[kVersionWord] >> 16 & 0xff,
                   minor = words[kVersionWord] >> 8 & 0xff;
    if (major != 1 || minor > 6 || (words[kVersionWord] & 0xff0000ff))
      return wrong(kVersionWord, "version " + std::to_string(major) + "." + std::to_string(minor) +
                                     " (" + hexText(words[kVersionWord]) +
                                     ") is not one of SPIR-V 1.0 to 1.6");
    if (words[kBoundWord] == 0 || words[kBoundWord] > kMaxIdBound)
      return wrong(kBoundWord, "the id bound " + std::to_string(words[kBoundWord]) +
                                   " is not between 1 and " + std::to_string(kMaxIdBound));
    if (words[kSchemaWord] != 0)
      return wrong(kSchemaWord,
                   "the instruction schema " + std::to_string(words[kSchemaWord]) + " is not 0");
    return {};
  }

  Admissible<Module> read(std::vector<uint32_t> words) {
    module.words = std::move(words);
    if (auto checked = checkHeader(); !checked) return std::unexpected(checked.error());
    module.definitions_.assign(module.bound(), Module::kNone);
    std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
        spvContextCreate(SPV_ENV_UNIVERSAL_1_6), spvContextDestroy);
    spv_diagnostic diagnostic = nullptr;
    const spv_result_t result = spvBinaryParse(
        context.get(), this, module.words.data(), module.words.size(),
        [](void*, spv_endianness_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) {
          return SPV_SUCCESS;
        },
        [](void* self, const spv_parsed_instruction_t* parsed) {
          return static_cast<ModuleReader*>(self)->instruction(*parsed);
        },
        &diagnostic);
    std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> owner(diagnostic,
                                                                             spvDiagnosticDestroy);
    if (problem) return std::unexpected(*problem);
    if (result != SPV_SUCCESS) return std::unexpected(parseFailure(diagnostic));
    return std::move(module);
  }

  /// The grammar walk stopped at the instruction after the last that it reported.
  Diagnostic parseFailure(spv_diagnostic diagnostic) const {
    Diagnostic failure{.kind = DiagnosticKind::InvalidInput};
    const size_t index = module.instructions.size();
    failure.module.wordOffset = sourceOffsets.empty()          ? nextOffset
                                : index < sourceOffsets.size() ? sourceOffsets[index]
                                                               : 0;
    if (nextOffset < module.words.size())
      failure.module.instruction = opcodeText(spv::Op(module.words[nextOffset] & 0xffff));
    failure.text = diagnostic && diagnostic->error ? diagnostic->error : "malformed instruction";
    return failure;
  }
};

Admissible<Module> readModule(std::vector<uint32_t> words,
                              std::span<const uint32_t> sourceOffsets) {
  ModuleReader reader;
  reader.sourceOffsets = sourceOffsets;
  return reader.read(std::move(words));
}

Admissible<Module> readModule(std::span<const uint8_t> bytes) {
  if (bytes.size() > kMaxModuleBytes)
    return reject("the module has " + std::to_string(bytes.size()) + " bytes, more than " +
                  std::to_string(kMaxModuleBytes));
  if (bytes.size() % 4 != 0)
    return reject("the module has " + std::to_string(bytes.size()) +
                  " bytes, which is not a multiple of 4");
  std::vector<uint32_t> words(bytes.size() / 4);
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  // A module may come in either byte order; the first word tells.
  if (!words.empty() && std::byteswap(words[kMagicWord]) == uint32_t(spv::MagicNumber))
    for (uint32_t& word : words) word = std::byteswap(word);
  completeDebugPointers(words);
  dropArgumentAttributes(words);
  replaceDeviceBarriers(words);
  return readModule(std::move(words));
}

Rewriter::Rewriter(const Module& from) : from_(from) {
  words_.reserve(from.words.size());
  words_.assign(from.words.begin(), from.words.begin() + kHeaderWords);
}

void Rewriter::keep(const Instruction& i) {
  const auto words = from_.wordsOf(i);
  words_.insert(words_.end(), words.begin(), words.end());
  sourceOffsets_.push_back(i.sourceOffset);
}

void Rewriter::add(const Instruction& from, spv::Op opcode,
                   std::span<const uint32_t> operandWords) {
  if (operandWords.size() > kMaxOperandWords || words_.size() > kMaxModuleBytes / 4) {
    if (!problem_) problem_ = from_.diagnose(from, "the instruction expands to too many words");
    return;
  }
  words_.push_back(uint32_t(operandWords.size() + 1) << 16 | uint32_t(opcode));
  words_.insert(words_.end(), operandWords.begin(), operandWords.end());
  sourceOffsets_.push_back(from.sourceOffset);
}

Admissible<Module> Rewriter::finish() {
  if (problem_) return std::unexpected(*problem_);
  // Most steps have nothing to do in most modules, and reading is most of what they take.
  if (words_ == from_.words) return from_;
  return readModule(std::move(words_), sourceOffsets_);
}

}  // namespace lanewise::admit
