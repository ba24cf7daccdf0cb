#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the table of compiler/repairs/README.md from repairs.def.

    python3 tests/tables/repairs_page.py > compiler/repairs/README.md

tables_test.py compares the page with the output.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, text  # noqa: E402

HEAD = """# compiler/repairs/: faults of other products

What the compiler repairs of LLVM, Clang and llvm-spirv: each fault is a row of `repairs.def`, generated into the table below by
`python3 tests/tables/repairs_page.py > compiler/repairs/README.md`. A test compares. `isRepaired(Repair::<name>)` stands where the
repair runs. `lanewise-cc --without-repair=<id>` omits it.

`tests/repairs/<id>.*` states what is right. `tests/repairs/repairs_test.py` expects that it passes, and that it fails without the
repair. When a product has no such fault any more, the second test fails and names the row. Then remove the row, its code
and its reproducer.

| id | product | fault | file | upstream report |
|---|---|---|---|---|
"""

TAIL = """
The table does not have:

- What a product does not support, as its documents say, or does in a way that only costs time: operations on half without
  instructions for them (`expand-half-vectors`), passes of LLVM whose time grows with the square of a function
  ([compiler/README.md](../README.md), **Time**), extensions of C that llvm-spirv does not know (`frontend/replace_builtins.cpp`),
  destructors of program-scope objects (`frontend/destructors.cpp`).
- Faults without a known reproducer: divisions of vectors of bytes (`widen-byte-divisions`), phis of a switch with several cases of
  one target (`lower/translate.cpp`).
- Invalid SPIR-V of other producers, which the application hands in: `admit/module_repairs.def`.
"""


def link(report):
    found = re.fullmatch(r"([\w-]+/[\w-]+)#(\d+)", report)
    return f"[{report}](https://github.com/{found[1]}/issues/{found[2]})" if found else report


def rows():
    """(name, id, product, versions, report, file, fault) of each row of repairs.def."""
    table = text(ROOT / "compiler/repairs/repairs.def")
    found = re.findall(r'^REPAIR\((\w+)' + r',\s+"([^"]+)"' * 6 + r'\)', table, re.M)
    assert found and len(found) == len(re.findall(r"^REPAIR\(", table, re.M)), "a row of repairs.def has another form"
    return found


def page():
    body = "".join(f"| `{row_id}` | {product} {versions} | {fault} | `{file}` | {link(report)} |\n"
                   for _, row_id, product, versions, report, file, fault in rows())
    return HEAD + body + TAIL


if __name__ == "__main__":
    sys.stdout.write(page())
