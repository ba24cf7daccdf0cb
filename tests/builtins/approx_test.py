#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every polynomial of the device library names the script that computed its coefficients.

approx_test.py <folder builtins>
"""
import re
import sys
import unittest
from pathlib import Path

BUILTINS = Path(sys.argv[1])
SCRIPTS = {path.name: path.read_text() for path in (BUILTINS / "approx").iterdir() if path.is_file()}
# {file: reason} of polynomials whose coefficients are those of a series.
SERIES = {"roots.cpp": "the series of (1 - e)^(-1/3)"}
COMMENT = re.compile(r"// approx/([\w.]+): ([^()\n]+?)(?: \(.*\))?$")


def polynomials():
    """File, line and the comment line above the statement of each call of horner, estrin or twoChains with
    constants."""
    for path in sorted((BUILTINS / "math").iterdir()):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            call = " ".join(lines[number:number + 2])
            if not re.search(r"(horner|estrin|twoChains)\(", line) \
                    or not re.search(r"(horner|estrin|twoChains)\(.*?0x1[.p]", call):
                continue
            above = number - 1
            while lines[above].strip() and not lines[above].rstrip().endswith((";", "{", "}")) \
                    and not lines[above].lstrip().startswith("//"):
                above -= 1
            yield path.name, number + 1, lines[above].strip()


class Approximations(unittest.TestCase):
    def test_polynomials_name_a_title_of_a_script(self):
        found = list(polynomials())
        self.assertGreater(len(found), 40)
        for file, line, above in found:
            with self.subTest(f"{file}:{line}"):
                if file in SERIES:
                    continue
                match = COMMENT.search(above)
                self.assertTrue(match, f"no comment names a script: {above}")
                self.assertIn(match[1], SCRIPTS)
                self.assertRegex(SCRIPTS[match[1]], rf'["/ ]{re.escape(match[2])}["\\]')

    def test_scripts_compute_nothing_that_is_not_used(self):
        named = {COMMENT.search(above)[2] for _, _, above in polynomials() if COMMENT.search(above)}
        for name, text in SCRIPTS.items():
            titles = set(re.findall(r'^ *(?:show|fit\w*)\("([^"]+)"', text, re.M))
            self.assertEqual(titles - named, set(), name)


unittest.main(argv=sys.argv[:1])
