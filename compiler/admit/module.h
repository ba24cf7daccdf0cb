// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A SPIR-V module as a list of instructions over its words, on which every step of admit/ works.
// readModule() accepts any bytes. A Module has a valid header, and each of its instructions parses
// against the SPIR-V grammar, so operands may be indexed without further checks. The validator
// (validate.cpp) checks definitions of ids, types and the structure of blocks.
#pragma once

#include <spirv-tools/libspirv.h>

#include <cassert>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/admit/spirv_operands.h"
#include "interface/diagnostic.h"

namespace lanewise::admit {

/// A step gives its result, or the diagnostic that ends the build.
template <class T>
using Admissible = std::expected<T, Diagnostic>;

/// What a check found at an instruction: nothing, or the rule that is broken.
struct Finding {
  DiagnosticKind kind = DiagnosticKind::InvalidInput;
  std::string text;  // empty: nothing was found

  Finding() = default;
  Finding(std::string reason) : text(std::move(reason)) {}
  Finding(const char* reason) : text(reason) {}
  Finding(DiagnosticKind kind, std::string reason) : kind(kind), text(std::move(reason)) {}
  explicit operator bool() const { return !text.empty(); }
};

/// The instruction is valid, and this device does not support it: `what` names the feature.
inline Finding unsupported(std::string what) {
  return {DiagnosticKind::Unsupported, std::move(what)};
}

/// A diagnostic without a place.
inline std::unexpected<Diagnostic> reject(const Finding& finding) {
  return std::unexpected(Diagnostic{.kind = finding.kind, .text = finding.text});
}

/// Limits that keep time and memory proportional to the module.
inline constexpr size_t kMaxModuleBytes = 64u << 20;
inline constexpr uint32_t kMaxIdBound = 0x3fffff;  // the universal limit of the specification

struct Operand {
  uint16_t offset;  // in words from the start of the instruction
  uint16_t wordCount;
  spv_operand_type_t type;
  /// In Module::operandWords().
  size_t index() const { return offset - 1u; }
};

/// Whether the operand is an id that the instruction uses, and does not define.
bool isUse(const Operand& operand);

struct Instruction {
  spv::Op opcode;
  uint16_t wordCount;
  uint16_t operandCount;
  uint32_t offset;        // of its first word in Module::words
  uint32_t sourceOffset;  // of its first word in the module as the application gave it, or 0
  uint32_t firstOperand;  // in Module::operands
  uint32_t typeId;        // 0 when it has none
  uint32_t resultId;      // 0 when it has none
};

class Module {
 public:
  std::vector<uint32_t> words;
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;

  uint32_t version() const { return words[kVersionWord]; }
  uint32_t bound() const { return words[kBoundWord]; }

  std::span<const uint32_t> wordsOf(const Instruction& i) const {
    return {words.data() + i.offset, i.wordCount};
  }
  std::span<const Operand> operandsOf(const Instruction& i) const {
    return {operands.data() + i.firstOperand, i.operandCount};
  }
  std::span<const uint32_t> wordsOf(const Instruction& i, const Operand& operand) const {
    return wordsOf(i).subspan(operand.offset, operand.wordCount);
  }
  /// The first word of one of the instruction's operands.
  uint32_t word(const Instruction& i, const Operand& operand) const {
    return words[i.offset + operand.offset];
  }

  /// An operand by its name in the grammar: get(type, OpTypeInt::kWidth).
  template <class T>
  T get(const Instruction& i, OperandAt<T> at) const {
    assert(hasOperand(i.opcode, at));
    return T(words[i.offset + at.word]);
  }
  std::string get(const Instruction& i, TextAt at) const;
  std::span<const uint32_t> get(const Instruction& i, WordsAt at) const {
    assert(i.wordCount == at.word || hasOperand(i.opcode, at));
    return wordsOf(i).subspan(at.word);
  }
  /// Whether the instruction has an operand that may be left out.
  template <class T>
  bool has(const Instruction& i, OperandAt<T> at) const {
    return i.wordCount > at.word;
  }

  /// The words of all operands, with the type and the result id: for Rewriter::add().
  std::vector<uint32_t> operandWords(const Instruction& i) const {
    return {wordsOf(i).begin() + 1, wordsOf(i).end()};
  }
  /// The words of all operands but the type and the result id.
  std::span<const uint32_t> inputsOf(const Instruction& i) const {
    const size_t ids = size_t(i.typeId != 0) + size_t(i.resultId != 0);
    return wordsOf(i).last(i.wordCount - ids - 1);
  }

  bool decorates(const Instruction& i, spv::Decoration decoration) const {
    return i.opcode == spv::Op::OpDecorate && get(i, OpDecorate::kDecoration) == decoration;
  }
  /// \pre decorates(i, spv::Decoration::LinkageAttributes).
  std::string linkageName(const Instruction& i) const {
    return textOf(get(i, OpDecorate::kParameters));
  }
  /// \pre decorates(i, spv::Decoration::LinkageAttributes).
  spv::LinkageType linkageType(const Instruction& i) const {
    return spv::LinkageType(get(i, OpDecorate::kParameters).back());
  }

  /// The instruction that defines `id`, null when none does.
  const Instruction* definition(uint32_t id) const {
    if (id >= definitions_.size() || definitions_[id] == kNone) return nullptr;
    return &instructions[definitions_[id]];
  }
  bool hasOpcode(uint32_t id, spv::Op opcode) const {
    const Instruction* found = definition(id);
    return found && found->opcode == opcode;
  }

  /// The instruction continues the composite constant before it (SPV_INTEL_long_composites).
  static bool continuesComposite(const Instruction& i) {
    return i.opcode == spv::Op::OpConstantCompositeContinuedINTEL ||
           i.opcode == spv::Op::OpSpecConstantCompositeContinuedINTEL;
  }
  /// Parts of a composite constant, or of one of its continuations.
  std::span<const uint32_t> partsOf(const Instruction& i) const {
    return continuesComposite(i) ? get(i, OpConstantCompositeContinuedINTEL::kConstituents)
                                 : get(i, OpConstantComposite::kConstituents);
  }
  /// Parts of a composite constant of this module, with those of its continuations.
  size_t partCount(const Instruction& composite) const {
    size_t count = partsOf(composite).size();
    const Instruction* const end = instructions.data() + instructions.size();
    for (const Instruction* i = &composite + 1; i != end && continuesComposite(*i); ++i)
      count += partsOf(*i).size();
    return count;
  }

  /// What the module calls `id`, in quotes, or "%7": an exported or imported name, or an OpName.
  std::string nameOf(uint32_t id) const;

  /// The diagnostic for `finding` at `i`, one of this module's instructions or a copy of one. It
  /// has the place in the module as given and, for what a function contains or uses, the function,
  /// its kernels, and the source line if the module has lines (diagnose.cpp).
  Diagnostic diagnose(const Instruction& i, const Finding& finding) const;
  std::unexpected<Diagnostic> reject(const Instruction& i, const Finding& finding) const {
    return std::unexpected(diagnose(i, finding));
  }

 private:
  static std::string textOf(std::span<const uint32_t> words);

  static constexpr uint32_t kNone = ~0u;
  std::vector<uint32_t> definitions_;
  friend struct ModuleReader;
};

/// Reads bytes of either byte order. `sourceOffsets` gives the place of each instruction in the
/// application's module after a rewrite; empty means that this is that module.
Admissible<Module> readModule(std::span<const uint8_t> bytes);
Admissible<Module> readModule(std::vector<uint32_t> words,
                              std::span<const uint32_t> sourceOffsets = {});

/// Collects the instructions of a new version of a module; finish() reads the result again.
class Rewriter {
 public:
  explicit Rewriter(const Module& from);
  void keep(const Instruction& i);
  /// Adds an instruction made of `words` (its first word is computed here) in place of `from`.
  void add(const Instruction& from, spv::Op opcode, std::span<const uint32_t> operandWords);
  uint32_t freshId() { return words_[kBoundWord]++; }
  void setVersion(uint32_t version) { words_[kVersionWord] = version; }
  Admissible<Module> finish();

 private:
  static constexpr size_t kMaxOperandWords = 65534;
  const Module& from_;
  std::optional<Diagnostic> problem_;
  std::vector<uint32_t> words_;
  std::vector<uint32_t> sourceOffsets_;
};

/// A number of one or two words.
inline uint64_t numberOf(std::span<const uint32_t> words) {
  return words.front() | (words.size() > 1 ? uint64_t(words.back()) << 32 : 0);
}

/// A literal string as operand words.
std::vector<uint32_t> literalString(std::string_view text);

/// "%7", "OpLoad", and the hexadecimal form of a word.
std::string idText(uint32_t id);
std::string opcodeText(spv::Op opcode);
std::string hexText(uint32_t word);

}  // namespace lanewise::admit
