#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes where the instructions of SPIR-V have their operands (compiler/admit/operand_at.h), from the grammar of SPIRV-Headers.

Usage: spirv_operands.py <spirv.core.grammar.json> <spirv.hpp11> <output.h> <output.cpp>
"""

import json
import re
import sys

# Suffixes of instructions that OpenCL does not have.
LEFT_OUT = ("AMD", "ARM", "HUAWEI", "NV", "NVX", "QCOM")
# One operand that the grammar names in two ways: of OpMemberDecorate and OpMemberDecorateString.
SAME = {"Struct Type": "Structure Type"}
IDS = {"IdResultType": "kResultType", "IdResult": "kResultId"}


def constant(name, is_list):
    """kElementType for "'Element Type'"; kMemberTypes for a list that begins with "'Member 0 type'"."""
    parts = [re.findall(r"\w+", part) for part in name.split(",")]
    is_numbered = is_list and any(word.isdigit() for word in parts[0])
    words = [word for word in parts[0] if not word.isdigit()] if is_numbered else sum(parts, [])
    return "k" + "".join(word[0].upper() + word[1:] for word in words) + ("s" if is_numbered else "")


def operands(instruction, kinds, enums):
    """(constant, type, word) of each operand whose place does not depend on others."""
    word = 1
    for operand in instruction.get("operands", []):
        kind, is_list = operand["kind"], operand.get("quantifier") == "*"
        name = operand.get("name", kind)
        name = IDS.get(kind) or constant(SAME.get(name.strip("'"), name), is_list)
        if is_list or kind == "LiteralContextDependentNumber" or kinds[kind]["category"] == "Composite":
            yield name, "WordsAt", word
            return
        if kind == "LiteralString":
            yield name, "TextAt", word
            return
        is_operation = kind == "LiteralSpecConstantOpInteger"
        value = "spv::Op" if is_operation else f"spv::{kind}" if kind in enums else "uint32_t"
        yield name, f"OperandAt<{value}>", word
        word += 1
        if is_operation:
            yield "kOperands", "WordsAt", word
            return
        if any("parameters" in row for row in kinds[kind].get("enumerants", [])):
            yield "kParameters", "WordsAt", word
            return


HEAD = """// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by spirv_operands.py from the grammar of SPIRV-Headers.
"""


def header(places):
    lines = [HEAD + '#pragma once\n\n#include "compiler/admit/operand_at.h"\n\nnamespace lanewise {\n']
    for instruction, rows in places.items():
        lines.append(f"struct {instruction} {{")
        lines += [f"  static constexpr {type_} {operand}{{spv::Op::{instruction}, {word}}};" for operand, type_, word in rows]
        lines.append("};")
    return "\n".join([*lines, "\n}  // namespace lanewise\n"])


def source(places):
    rows = [f'    {{spv::Op::{instruction}, {word}, "{operand}"}},'
            for instruction, rows in places.items() for operand, _, word in rows]
    return HEAD + """#include "compiler/admit/operand_at.h"

#ifndef NDEBUG
#include <string_view>

namespace lanewise {
namespace {

struct Row {
  spv::Op opcode;
  uint16_t word;
  std::string_view name;
};

constexpr Row kRows[] = {
""" + "\n".join(rows) + """
};

std::string_view nameOf(spv::Op opcode, uint16_t word) {
  for (const Row& row : kRows)
    if (row.opcode == opcode && row.word == word) return row.name;
  return {};
}

}  // namespace

bool haveSameOperand(spv::Op one, spv::Op other, uint16_t word) {
  return nameOf(one, word) == nameOf(other, word);
}

}  // namespace lanewise
#endif
"""


def main(grammar, constants, header_file, source_file):
    with open(constants, encoding="utf-8") as file:
        enums = set(re.findall(r"enum class (\w+) : unsigned", file.read()))
    with open(grammar, encoding="utf-8") as file:
        grammar = json.load(file)
    kinds = {kind["kind"]: kind for kind in grammar["operand_kinds"]}
    places = {instruction["opname"]: list(operands(instruction, kinds, enums)) for instruction in grammar["instructions"]
              if not instruction["opname"].endswith(LEFT_OUT)}
    places = {name: rows for name, rows in places.items() if rows}
    for path, text in ((header_file, header(places)), (source_file, source(places))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
