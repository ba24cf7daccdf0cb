// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where instructions of SPIR-V have their operands. spirv_operands.py writes a structure with such
// places for each instruction: OpTypeInt::kWidth. module.h and spirv_words.h read operands with
// them. An instruction with the same operand in the same place, such as OpTypeFloat, may be read
// with them, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <spirv/unified1/spirv.hpp11>

namespace lanewise {

/// Words of the header of a module, and their number.
inline constexpr size_t kMagicWord = 0, kVersionWord = 1, kBoundWord = 3, kSchemaWord = 4,
                        kHeaderWords = 5;

/// One word: an id, a number, or an enumerator.
template <class T>
struct OperandAt {
  spv::Op opcode;
  uint16_t word;  // counted from the first of the instruction
  /// In the words of all operands.
  constexpr size_t index() const { return word - 1u; }
};
/// A string, and perhaps more behind it.
struct TextAt {
  spv::Op opcode;
  uint16_t word;  // the first
};
/// All words from this one to the end of the instruction.
struct WordsAt {
  spv::Op opcode;
  uint16_t word;  // the first
};

/// Whether both instructions have an operand of the same name in this word. For assertions: not in
/// builds without them.
bool haveSameOperand(spv::Op one, spv::Op other, uint16_t word);

template <class At>
bool hasOperand(spv::Op opcode, At at) {
  return opcode == at.opcode || haveSameOperand(opcode, at.opcode, at.word);
}

}  // namespace lanewise
