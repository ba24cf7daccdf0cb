#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The notes of kernels that docs/debugging.md explains are those of the compiler.

    notes_test.py <lanewise-cc>
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = str(pathlib.Path(sys.argv.pop(1)).resolve())
SECTION = (ROOT / "docs/debugging.md").read_text(encoding="utf-8").partition("## Notes of three kernels")[2].partition("\n## ")[0]
NOTE = re.compile(r"^    ((\w+\.cl):\d+:\d+: note: .*)$", re.M)


class Notes(unittest.TestCase):
    def test_page_has_the_notes_of_the_compiler(self):
        shown = {}
        for note, name in NOTE.findall(SECTION):
            shown.setdefault(name, []).append(note)
        self.assertEqual(len(shown), 3)
        for name, notes in shown.items():
            with self.subTest(kernel=name):
                done = subprocess.run([COMPILER, "--explain", "--level=x86-64-v4", name], cwd=ROOT / "bench/kernels", capture_output=True,
                                      text=True, check=True)
                self.assertEqual((done.stdout + done.stderr).splitlines(), notes)


if __name__ == "__main__":
    unittest.main()
