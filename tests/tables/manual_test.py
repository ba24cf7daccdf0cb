#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual page of lanewise-cc has every option that --help has, and no other.

    manual_test.py <lanewise-cc>
"""

import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, text  # noqa: E402

COMPILER = sys.argv.pop(1)
# An option with its dashes, not inside of a word; `-cl-lanewise-explain` is an option of builds.
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
OF_BUILDS = {"-cl-lanewise-explain"}


def page():
    """The page without its macros and escapes."""
    lines = text(ROOT / "docs/lanewise-cc.1").replace("\\-", "-").replace('"', "").splitlines()
    return "\n".join(re.sub(r"^\.[A-Z]+ ", "", re.sub(r"\\f.", " ", line)) for line in lines
                     if not line.startswith((".\\", ".SH EX")))


class Manual(unittest.TestCase):
    def setUp(self):
        self.help = subprocess.run([COMPILER, "--help"], capture_output=True, text=True, check=True).stdout

    def test_options_are_those_of_help(self):
        # What help takes for granted.
        named = set(OPTION.findall(self.help)) | {"--help", "-h"}
        self.assertEqual(set(OPTION.findall(page())) - OF_BUILDS, named - OF_BUILDS)

    def test_values_are_those_of_help(self):
        values = re.findall(r"x86-64-v\d|\bCL(?:C\+\+)?[\d.]+|\bCLC\+\+(?=\s)", self.help)
        values += re.search(r"\(for source input\),\s+(.*)", self.help)[1].split()
        self.assertGreater(len(values), 15)
        self.assertEqual([value for value in values if value not in page()], [])

    def test_version_is_that_of_the_program(self):
        version = subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertIn("Lanewise " + re.search(r"[\d.]*\d", version)[0], page())


if __name__ == "__main__":
    unittest.main()
