#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tests/one finds what runs a test of each kind, and tests/passes/result.py sees a wrong result.

    one_test.py SOURCE_FOLDER BUILD_FOLDER LANEWISE_CC
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TEST = """; RUN: %cc --passes=drop-load-hints %s | %result %s
; The hint is gone.
define i8 @load(ptr %p) {
  %x = load i8, ptr %p, align 1, !nontemporal !0
  ret i8 %x
}
!0 = !{i32 1}
"""
RESULT = """;= define i8 @load(ptr %p) {
;=   %x = load i8, ptr %p, align 1
;=   ret i8 %x
;= }
"""


class One(unittest.TestCase):
    def commands(self, path):
        done = subprocess.run([ROOT / "tests/one", ROOT / path, "--list", "--build", BUILD], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_cases_of_a_cpp_file(self):
        said = self.commands("tests/spirv/unreachable_test.cpp")
        self.assertIn("spirv-tests", said)
        self.assertRegex(said, r"GTEST_FILTER='\w+\.\w+:")

    def test_cpp_file_that_is_compiled_with_others(self):
        self.assertIn("api-tests", self.commands("tests/api/clCloneKernel_test.cpp"))

    def test_source_of_a_kernel_is_of_the_file_beside_it(self):
        self.assertIn("kernels-atomics", self.commands("tests/kernels/atomics/locks.cl"))

    def test_file_and_folder_of_lit(self):
        for path in ("tests/passes/polish/known-sizes/sizes.ll", "tests/passes/polish/known-sizes"):
            self.assertRegex(self.commands(path), rf"lit\.py .*{path}\n")

    def test_unittest(self):
        self.assertIn("tables", self.commands("tests/tables/tables_test.py"))

    def test_data_of_a_test_beside_it(self):
        self.assertIn("repairs", self.commands("tests/repairs/byte_offsets.cl"))
        self.assertIn("idioms", self.commands("tests/frontend/idioms/casts.cl").lower())

    def test_program_without_cases(self):
        self.assertIn("lane-fuzz", self.commands("tests/passes/lanes/lane-fuzz/lane_fuzz.cpp"))

    def test_file_that_is_no_test(self):
        done = subprocess.run([ROOT / "tests/one", ROOT / "docs/building.md", "--build", BUILD], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("building.md is no test", done.stderr)


class Result(unittest.TestCase):
    def compare(self, test, *options):
        """The exit status and the output of the test's RUN line."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "test.ll")
            path.write_text(test)
            module = subprocess.run([CC, *options, "--passes=drop-load-hints", path], capture_output=True, text=True, check=True).stdout
            done = subprocess.run([ROOT / "tests/passes/result.py", path], input=module, capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_same_result(self):
        test = TEST.replace("}\n!0", "}\n" + RESULT + "!0")
        self.assertEqual(self.compare(test), (0, ""))

    def test_other_result(self):
        test = TEST.replace("}\n!0", "}\n" + RESULT + "!0")
        status, said = self.compare(test, "--without=drop-load-hints")
        self.assertEqual(status, 1)
        self.assertIn("!nontemporal", said)

    def test_no_result(self):
        status, said = self.compare(TEST)
        self.assertEqual(status, 1)
        self.assertIn("+;=   ret i8 %x", said)

    def test_result_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "test.ll")
            path.write_text(TEST)
            subprocess.run([ROOT / "tests/passes/result.py", "--write", path, "--build", BUILD], check=True)
            self.assertEqual(path.read_text(), TEST.replace("}\n!0", "}\n" + RESULT + "!0"))


if __name__ == "__main__":
    root, build, CC = sys.argv[1:4]
    ROOT, BUILD = pathlib.Path(root), pathlib.Path(build)
    unittest.main(argv=sys.argv[:1])
