#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tables of compiler/README.md that have the rows of compiler/contract/*.def.

    python3 tests/tables/contract_tables.py

The page has each between `<!-- <file> -->` and `<!-- end -->`. tables_test.py compares them.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, text  # noqa: E402

PAGE = "compiler/README.md"


def rows(table, macros):
    """The columns of each row of one of the macros, in order."""
    found = []
    for line in text(ROOT / "compiler/contract" / table).splitlines():
        match = re.fullmatch(rf"(?:{'|'.join(macros)})\((.*)\)", line)
        if match:
            columns = re.findall(r'"[^"]*"|[^",\s][^",]*', match[1])
            found.append([column.strip('"') for column in columns])
    return found


def table_of(head, lines):
    return f"| {' | '.join(head)} |\n|{'---|' * len(head)}\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def kernel_attributes():
    return table_of(("attribute", "behind", "meaning"),
                    ((f'`"{name}"' + (f'="{value}"`' if value else "`"), since, meaning)
                     for _, name, value, since, meaning in rows("kernel_attributes.def", ["KERNEL_ATTRIBUTE"])))


def module_flags():
    return table_of(("flag", "meaning"),
                    ((f"`{name}`", meaning) for _, name, meaning in rows("module_flags.def", ["MODULE_FLAG"])))


def instruction_marks():
    marks = [[f"`{name}`", *rest] for _, name, *rest in rows("instruction_marks.def", ["INSTRUCTION_MARK"])]
    attributes = [[f'`"{name}"`', *rest] for _, name, *rest in rows("instruction_marks.def", ["CALL_ATTRIBUTE"])]
    return table_of(("name", "of", "meaning"), marks + attributes)


def kernel_calls():
    types = {"I64": "i64", "I32": "i32", "I1": "i1", "Pointer": "ptr", "Void": "void"}
    scopes = {"Item": "work-item", "Group": "group", "Launch": "launch"}
    parameters = {"None": "", "Dimension": "i32 dim", "Condition": "i1 condition"}
    return table_of(("call", "the same for the", "meaning"),
                    ((f"`{types[result]} @{name}({parameters[parameter]})`",
                      "" if result == "Void" else scopes[scope], meaning)
                     for _, name, result, parameter, scope, meaning in rows("kernel_calls.def", ["LANEWISE_CALL"])))


TABLES = {
    "contract/kernel_attributes.def": kernel_attributes,
    "contract/module_flags.def": module_flags,
    "contract/instruction_marks.def": instruction_marks,
    "contract/kernel_calls.def": kernel_calls,
}


def page():
    written = text(ROOT / PAGE)
    for name, table in TABLES.items():
        written, count = re.subn(rf"(<!-- {re.escape(name)} -->\n\n)(?:(?!<!--).)*(\n<!-- end -->)",
                                 lambda match: match[1] + table() + match[2], written, flags=re.S)  # noqa: B023
        assert count == 1, f"{PAGE} has no place for {name}"
    return written


if __name__ == "__main__":
    (ROOT / PAGE).write_text(page(), encoding="utf-8")
