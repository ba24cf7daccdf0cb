#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tests/same-code finds differences between two builds, and none between equal ones. An option for one of them makes a
build that differs.

    same_code_test.py SAME_CODE BUILD
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TWO_KERNELS = """
kernel void add(global int *a, global const int *b) { a[get_global_id(0)] += b[get_global_id(0)]; }
kernel void zero_or_nan(global float *a) { a[get_global_id(0)] -= a[get_global_id(0)]; }
"""
INVALID = "kernel void broken(global int *a) { *a = nothing; }\n"
NEEDS_A_MACRO = "kernel void chosen(global int *a) { *a = NUMBER; }\n"


class SameCode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_on(self, source, *options):
        path = self.folder / "input.cl"
        path.write_text(source)
        done = subprocess.run([sys.executable, SAME_CODE, BUILD, BUILD, path, *options], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_equal_builds(self):
        status, output = self.run_on(TWO_KERNELS)
        self.assertEqual(status, 0, output)
        self.assertIn("3 compilations compared, 6 functions, 0 not compiled by either build; 0 differences", output)

    def test_names_kernel_and_level_of_a_difference(self):
        status, output = self.run_on(TWO_KERNELS, "--options-b=-cl-fast-relaxed-math", "--level", "x86-64-v3")
        self.assertEqual(status, 1, output)
        self.assertRegex(output, r"input\.cl, x86-64-v3: .*\bzero_or_nan\b")
        self.assertNotRegex(output, r"x86-64-v3: .*\badd\b")

    def test_metadata_is_compared(self):
        status, output = self.run_on(TWO_KERNELS, "--options-b=-cl-denorms-are-zero", "--level", "x86-64-v3")
        self.assertEqual(status, 1, output)
        self.assertIn("(metadata and messages)", output)

    def test_equal_failures_are_equal(self):
        status, output = self.run_on(INVALID + TWO_KERNELS)
        self.assertIn("1 compilations compared, 0 functions, 1 not compiled by either build; 0 differences", output)
        self.assertEqual(status, 1, "nothing was compiled, so nothing was compared")

    def test_failure_of_one_build_is_a_difference(self):
        status, output = self.run_on(NEEDS_A_MACRO, "--options-a=-DNUMBER=1")
        self.assertEqual(status, 1, output)
        self.assertIn("input.cl, spirv: (messages)", output)

    def test_keeps_both_texts(self):
        kept = self.folder / "kept"
        self.run_on(TWO_KERNELS, "--options-b=--lanes=1", "--level", "x86-64-v2", "--keep", kept)
        texts = [path.read_text() for path in sorted(kept.glob("*add*"))]
        self.assertEqual(len(texts), 2)
        self.assertNotEqual(*texts)


if __name__ == "__main__":
    SAME_CODE, BUILD = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
