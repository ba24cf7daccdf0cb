#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of specification.csv are true as far as a program sees it: sections, code and tests exist, and the page has
the rows.

specification_test.py <build folder>
"""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, text  # noqa: E402
import specification_page  # noqa: E402
from specification_page import STATES, TITLES, UNTESTED, Row, name_of  # noqa: E402

# Chapters 2 to 7 of version 3.0, without the sections of 5.2.
SECTIONS = """2 2.1 2.2 2.3 2.4 2.5 2.5.1 2.5.2 2.5.3 2.6 2.7 2.8 2.8.1 2.8.2 2.9 2.10 2.11 3 3.1 3.2 3.3 4 5 5.1 5.2 5.3 5.3.1
6 6.1 6.2 6.3 6.4 6.5 6.6 6.6.1 6.6.2 6.6.3 6.7 6.7.1 6.7.2 6.7.3 7 7.1 7.2 7.2.1 7.2.1.1 7.2.1.2 7.2.2 7.2.2.1 7.2.2.2 7.2.3
7.2.3.1 7.2.3.2 7.3 7.4 7.4.1 7.4.1.1 7.4.1.2 7.4.1.3 7.4.1.4 7.4.2 7.4.3 7.4.4 7.4.5 7.5 7.6 7.7 7.8""".split()
# Each section of 5.2, beginning with 5.2.1.
EXTENSIONS = """3d_image_writes depth_images device_enqueue_local_arg_types fp16 fp64 gl_depth_images gl_msaa_sharing
int64_base_atomics,int64_extended_atomics mipmap_image mipmap_image_writes subgroups subgroup_named_barrier
spirv_no_integer_wrap_decoration subgroup_extended_types subgroup_non_uniform_vote subgroup_ballot
subgroup_non_uniform_arithmetic subgroup_shuffle subgroup_shuffle_relative subgroup_clustered_reduce
spirv_extended_debug_info spirv_linkonce_odr extended_bit_ops integer_dot_product expect_assume subgroup_rotate
work_group_uniform_arithmetic kernel_clock""".split()
BUILD = pathlib.Path(sys.argv.pop(1))
GOOGLETEST = r"\b(?:TYPED_)?TEST(?:_F|_P)?\({suite},\s*{case}\)"


def ctest_names():
    """The tests that CMake wrote to the build folder."""
    return {name for path in (BUILD / "tests").rglob("CTestTestfile.cmake")
            for name in re.findall(r"^add_test\(\[=\[(.+?)\]=\]", path.read_text(), re.M)}


def problem_of_test(test, ctest):
    place, name = name_of(test)
    if place == "ctest":
        return "" if name in ctest else f"no ctest row {name}"
    if not place.startswith("tests/") or not (ROOT / place).is_file():
        return f"no file {place} of tests/"
    if not name:
        return "" if place.endswith((".ll", ".spvasm", ".test")) else f"{place}: no case is named"
    if place.endswith(".py"):
        return "" if re.search(rf"^ *def {re.escape(name)}\(", text(place), re.M) else f"{place} has no {name}"
    suite, _, case = name.partition(".")
    pattern = GOOGLETEST.format(suite=re.escape(suite), case=re.escape(case))
    return "" if re.search(pattern, text(place)) else f"{place} has no test {name}"


def problems_of(row, ctest):
    found = [f"no code {path}" for path in row.code if not (ROOT / path).exists()]
    found += filter(None, (problem_of_test(test, ctest) for test in row.tests))
    if row.state not in STATES or row.version not in TITLES:
        return found + ["an unknown state or version"]
    if row.state == "sections":
        return found + (["a heading has neither code nor tests"] if row.code or row.tests or row.note else [])
    if row.state != "works" and not row.note:
        found.append("no reason")
    if row.state != "missing" and not row.code:
        found.append("no code")
    if bool(row.tests) == row.note.startswith(UNTESTED):
        found.append(f'a row has tests, or its note begins with "{UNTESTED}"')
    return found


class Specification(unittest.TestCase):
    rows = specification_page.rows()
    newest = [row for row in rows if row.version == "3.0"]

    def test_page_has_the_rows(self):
        self.assertEqual(specification_page.PAGE.read_text(encoding="utf-8"), specification_page.page(),
                         "write it again: tests/tables/specification_page.py")

    def test_code_and_tests_of_each_row_exist(self):
        ctest = ctest_names()
        self.assertGreater(len(ctest), 100)
        found = [f"{row.version}, {row.section} {row.title}: {problem}" for row in self.rows for problem in problems_of(row, ctest)]
        self.assertEqual(found, [])

    def test_wrong_rows_are_found(self):
        right = Row("3.0", "4", "Rules", "works", "", ["compiler/admit"], ["tests/spirv/reader_test.cpp: Reader.NoBytes", "ctest: a"])
        self.assertEqual(problems_of(right, {"a"}), [])
        for wrong in (right._replace(tests=["tests/spirv/reader_test.cpp: Reader.NoByte"]),
                      right._replace(tests=["tests/spirv/no_test.cpp: Reader.NoBytes"]),
                      right._replace(tests=["tests/spirv/reader_test.cpp"]),
                      right._replace(tests=["tests/tables/specification_test.py: test_wrong"]),
                      right._replace(tests=["ctest: b"]), right._replace(tests=[]), right._replace(code=[]),
                      right._replace(code=["compiler/admitted"]), right._replace(note=UNTESTED),
                      right._replace(state="exception"), right._replace(state="sections"), right._replace(state="done")):
            self.assertEqual(len(problems_of(wrong, {"a"})), 1, wrong)

    def test_each_section_has_its_row(self):
        sections = SECTIONS + [f"5.2.{number + 1}" for number, names in enumerate(EXTENSIONS) for _ in names.split(",")]
        self.assertCountEqual([row.section for row in self.newest], sections)

    def test_headings_have_sections(self):
        for row in self.rows:
            if row.state == "sections":
                self.assertTrue(any(other.section.startswith(row.section + ".") for other in self.newest), row.section)

    def test_extensions_of_chapter_5_are_listed_unless_they_are_missing(self):
        named = {f"5.2.{number + 1}": [f"cl_khr_{name}" for name in names.split(",")] for number, names in enumerate(EXTENSIONS)}
        named["5.3.1"] = ["cles_khr_int64"]
        found = {}
        for row in self.newest:
            if row.section in named:
                found.setdefault(row.section, []).append(row.title)
        self.assertEqual(found, named)
        listed = set(re.findall(r"^EXTENSION\((\w+),", text("interface/extensions.def"), re.M))
        for row in self.newest:
            if row.section in named:
                self.assertEqual(row.title in listed, row.state != "missing", row.title)


if __name__ == "__main__":
    unittest.main()
