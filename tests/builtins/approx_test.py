#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every polynomial of the device library names the script that computed its coefficients, and tables are those
that their scripts print.

approx_test.py <folder builtins>
"""
import re
import subprocess
import sys
import unittest
from pathlib import Path

BUILTINS = Path(sys.argv[1])
SCRIPTS = {path.name: path.read_text() for path in (BUILTINS / "approx").iterdir() if path.is_file()}
# {file: reason} of polynomials whose coefficients are those of a series.
SERIES = {"roots.cpp": "the series of (1 - e)^(-1/3)"}
COMMENT = re.compile(r"// approx/([\w.]+): ([^()\n]+?)(?: \(.*\))?$")


def polynomials():
    """File, line and the comment line above the statement of each call of horner and its kind with
    constants."""
    for path in sorted((BUILTINS / "math").iterdir()):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            call = " ".join(lines[number:number + 2])
            if not re.search(r"(horner|estrin|twoChains|byPairs)\(", line) \
                    or not re.search(r"(horner|estrin|twoChains|byPairs)\(.*?0x1[.p]", call):
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


def numbers(text):
    """The numbers of a table, whatever its lines."""
    return [float.fromhex(number) for number in re.findall(r"-?0x[0-9a-f]+(?:\.[0-9a-f]+)?(?:p[-+]?\d+)?", text)]


class Tables(unittest.TestCase):
    def test_tables_are_those_of_their_scripts(self):
        try:
            import mpmath  # noqa: F401
        except ImportError:
            self.skipTest("no mpmath")
        for table, script in (("erf_table.h", ["erf_table.py"]), ("erfc_table.def", ["erf_table.py", "--erfc"]),
                              ("pow_table.h", ["pow_table.py"]), ("gamma_zeros.h", ["gamma.py", "--zeros"])):
            with self.subTest(table):
                made = subprocess.run([sys.executable, BUILTINS / "approx" / script[0], *script[1:]],
                                      capture_output=True, text=True, check=True).stdout
                found = numbers((BUILTINS / "math" / table).read_text())
                self.assertGreater(len(found), 300)
                self.assertTrue(numbers(made) == found, "other numbers than its script prints")


unittest.main(argv=sys.argv[:1])
