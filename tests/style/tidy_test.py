#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy with the checks of .clang-tidy.

    tests/style/tidy_test.py BUILD_FOLDER [FOLDER...]

Without folders it checks what ./check can afford: all that runs in the process of the application, and
the parts of the compiler that include little of LLVM, in some five minutes of CPU time. Before a change
of the compiler is done, `tests/style/tidy_test.py build/dev compiler` checks all of it in 13 minutes of
CPU time; `compiler/lower` instead of `compiler` checks one component.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from sources import ROOT

TOOL = shutil.which("clang-tidy-19")
DEFAULT = ("interface", "icd", "runtime", "compiler/admit", "compiler/tools")


def sources(build, folders):
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    paths = {pathlib.Path(command["directory"], command["file"]).resolve() for command in commands}
    return sorted(path for path in paths if ROOT in path.parents
                  and str(path.relative_to(ROOT)).startswith(tuple(name + "/" for name in folders)))


def check(path):
    done = subprocess.run([TOOL, "-p", BUILD, "--quiet", str(path)], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


class Tidy(unittest.TestCase):
    maxDiff = None

    @unittest.skipUnless(TOOL, "no clang-tidy-19")
    def test_checks_of_clang_tidy(self):
        paths = sources(BUILD, FOLDERS)
        self.assertTrue(paths, f"no source files of {' '.join(FOLDERS)} in {BUILD}")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = [text for text in pool.map(check, paths) if text]
        self.assertFalse(found, "\n".join(found))

    @unittest.skipUnless(TOOL, "no clang-tidy-19")
    def test_a_finding_is_a_failure(self):
        source = "struct A { virtual ~A(); }; struct B : A { virtual ~B(); };\n"
        file = ROOT / "build" / "tidy_finding.cpp"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
        try:
            done = subprocess.run([TOOL, "--quiet", str(file), "--", "-std=c++2b"], cwd=ROOT,
                                  capture_output=True, text=True)
        finally:
            file.unlink()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("modernize-use-override", done.stdout)


if __name__ == "__main__":
    BUILD, *folders = sys.argv[1:]
    FOLDERS = tuple(folders) or DEFAULT
    unittest.main(argv=sys.argv[:1])
