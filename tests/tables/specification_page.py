#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/specification.md from specification.csv: the sections of the OpenCL SPIR-V environment specification, with code and tests.

    python3 tests/tables/specification_page.py

Columns of the table, separated by semicolons:
  version   3.0, or the version (or profile) that adds something or differs
  section   its number, or "-" in a version without numbers
  title     of the section, or the name of the extension
  state     works, exception, missing, or sections: only its subsections say something
  note      why it is missing, what the exception is, or what no test holds
  code      files and folders, separated by blanks
  tests     separated by " | ": "<file>: <suite>.<case>", "<file>" if the file is one test, or "ctest: <name>"

specification_test.py compares the page with what it would write.
"""

import collections
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT  # noqa: E402

TABLE = ROOT / "tests/tables/specification.csv"
PAGE = ROOT / "docs/specification.md"
UNTESTED = "no test of its own"
STATES = {"works": "works", "exception": "works, with an exception", "missing": "missing", "sections": "see its sections"}
TITLES = {"3.0": "Version 3.0", "2.2": "What version 2.2 adds or has otherwise", "2.1": "What version 2.1 adds or has otherwise",
          "1.2": "What it has for OpenCL 1.2", "embedded": "Embedded profile"}
CHAPTERS = {"2": "Common properties", "3": "Required capabilities", "4": "Validation rules", "5": "Extensions",
            "6": "Numerical compliance", "7": "Images"}

HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
<!-- Written by tests/tables/specification_page.py from specification.csv beside it. -->
# The environment specification, section by section

The OpenCL SPIR-V environment specification says which SPIR-V modules an OpenCL device accepts and what they compute.
Each row has a section, its state, the code, and the tests that hold it. The reference is version 3.0. Rows of older
versions have what these add or have otherwise.

- The device implements OpenCL 3.1 and the full profile, so it accepts what any version from 1.2 to 3.0 allows, unless
  a row is missing or has an exception.
- A missing feature fails the build with a message ([status.md](status.md)). A test in such a row expects it, or holds
  what the note states.
- Extensions that chapter 5 does not name are in [extensions.md](extensions.md), the API is in [api.md](api.md).
- `ctest` rows are tests without cases: `ctest --test-dir build/dev -R <name>`.
"""

Row = collections.namedtuple("Row", "version section title state note code tests")


def rows(table=TABLE):
    with open(table, encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    found = csv.reader(lines, delimiter=";", quoting=csv.QUOTE_NONE)
    assert tuple(next(found)) == Row._fields, "the first row names other columns"
    return [Row(*columns[:5], columns[5].split(), [test for test in columns[6].split(" | ") if test]) for columns in found]


def name_of(test):
    """('tests/a_test.cpp', 'Suite.Case'), ('tests/a.ll', '') or ('ctest', 'name')."""
    place, _, name = test.partition(": ")
    return place, name


def cell_of(test):
    place, name = name_of(test)
    if place == "ctest":
        return f"ctest `{name}`"
    return f"[{name or pathlib.PurePath(place).name}](../{place})"


def line_of(row):
    code = ", ".join(f"[{path}](../{path})" for path in row.code)
    state = STATES[row.state] + (f": {row.note}" if row.state in ("exception", "missing") else f"; {row.note}" if row.note else "")
    return f"| {row.section} | {row.title} | {state} | {code} | {', '.join(map(cell_of, row.tests))} |\n"


def count_line(all_rows):
    count = collections.Counter(row.state for row in all_rows)
    untested = sum(not row.tests for row in all_rows if row.state != "sections")
    return (f"\nOf {len(all_rows) - count['sections']} rows, {count['works']} work, {count['exception']} work with an exception, and "
            f"{count['missing']} are missing. {untested} have no test of their own.\n")


def page():
    all_rows = rows()
    text = HEAD + count_line(all_rows)
    for version, title in TITLES.items():
        text += f"\n## {title}\n"
        head = "\n| section | title | state | code | tests |\n|---|---|---|---|---|\n"
        chosen = [row for row in all_rows if row.version == version]
        if version != "3.0":
            text += head + "".join(map(line_of, chosen))
            continue
        for chapter, name in CHAPTERS.items():
            text += f"\n### {chapter}. {name}\n" + head
            text += "".join(line_of(row) for row in chosen if row.section.split(".")[0] == chapter)
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
