#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GDB shows kernels that were built with -g as functions with lines and variables.

Usage: debugger_test.py <the program of host.cpp>
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HOST = None


def debug(folder, *commands):
    """The output of GDB for a run of the program with these commands."""
    words = ["gdb", "-nx", "-batch", "-ex", "set debuginfod enabled off",
             "-ex", "set breakpoint pending on"]
    for command in commands:
        words += ["-ex", command]
    done = subprocess.run([*words, HOST], capture_output=True, text=True, timeout=100,
                          env={**os.environ, "LANEWISE_CACHE": f"{folder}/cache",
                               "XDG_RUNTIME_DIR": folder, "LANEWISE_THREADS": "1"})
    return done.stdout + done.stderr


@unittest.skipUnless(shutil.which("gdb"), "GDB is not installed")
class Debugger(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lanewise-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def debug(self, *commands):
        out = debug(self.folder, *commands)
        if "ptrace" in out and "not permitted" in out:
            self.skipTest("this system does not allow debugging")
        return out

    def test_stops_in_a_kernel_and_shows_what_called_it(self):
        out = self.debug("break outer", "run", "backtrace")
        self.assertRegex(out, r"#0 +outer \(out=0x[0-9a-f]+, n=5\) at program\.cl:[678]")
        self.assertRegex(out, r"#\d+ .*clFinish")
        self.assertRegex(out, r"#\d+ .*main")

    def test_shows_functions_lines_and_variables_inside_a_kernel(self):
        out = self.debug("break outer", "run", "break program.cl:3", "delete 1", "continue",
                         "backtrace 2", "info args", "up", "info locals")
        self.assertRegex(out, r"#0 +inner \(x=0\) at program\.cl:3")
        self.assertRegex(out, r"#1 +(0x[0-9a-f]+ in )?outer \(out=0x[0-9a-f]+, n=5\) at program\.cl:9")
        self.assertIn("\nk = 0\n", out)
        self.assertIn("\nsum = 0\n", out)

    def test_files_for_the_debugger_do_not_pile_up(self):
        """Under GDB a process cannot remove its files as usual; the next one removes them."""
        place = f"{self.folder}/lanewise"
        for _ in range(3):
            out = self.debug("break outer", "run", f"shell ls {place}", "kill")
            self.assertEqual(len(re.findall(r"^code-\d+-\d+\.so$", out, re.MULTILINE)), 1, out)
        self.assertIn("done", self.debug("run"))
        self.assertLessEqual(len(list(pathlib.Path(self.folder).rglob("code-*.so"))), 1)


if __name__ == "__main__":
    HOST = sys.argv.pop()
    unittest.main()
