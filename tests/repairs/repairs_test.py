#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repairs of faults of LLVM, Clang and llvm-spirv are needed and repair them: the RUN lines of tests/repairs/<id>.* pass,
and without the repair they fail.

    repairs_test.py cc=PROGRAM FileCheck=PROGRAM llc=PROGRAM spirv-dis=PROGRAM

A reproducer states what is right, not what the repair does. So it passes without the repair once the product has no such
fault any more, and the second test says that the row can go.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tables"))
from repairs_page import ROOT, rows  # noqa: E402

ROWS = rows()
REPRODUCERS = (".ll", ".cl", ".spvasm")
HERE = pathlib.Path(__file__).resolve().parent


def id_of(path):
    """The names of sources have underscores."""
    return path.stem.replace("_", "-")


def reproducer(row_id):
    found = [path for path in HERE.iterdir() if path.suffix in REPRODUCERS and id_of(path) == row_id]
    return found[0] if len(found) == 1 else None


def run(path, options=""):
    """What failed of the RUN lines of a reproducer, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        for line in re.findall(r"RUN: (.*)", path.read_text()):
            for name, value in {"%cc": f"{PROGRAMS['cc']} {options}", "%llc": PROGRAMS["llc"],
                                "%dis": PROGRAMS["spirv-dis"], "FileCheck": PROGRAMS["FileCheck"],
                                "%s": shlex.quote(str(path)), "%t": folder + "/t"}.items():
                line = line.replace(name, value)
            done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, errors="replace",
                                  timeout=300)
            if done.returncode:
                return f"{line}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return ""


class Repairs(unittest.TestCase):
    def test_each_row_has_one_reproducer_with_a_run_line(self):
        self.assertEqual([row_id for _, row_id, *_ in ROWS
                          if not reproducer(row_id) or "RUN: " not in reproducer(row_id).read_text()], [])
        named = {row_id for _, row_id, *_ in ROWS}
        self.assertEqual([path.name for path in HERE.iterdir()
                          if path.suffix in REPRODUCERS and id_of(path) not in named], [])

    def test_the_fault_is_repaired(self):
        for _, row_id, product, *_ in ROWS:
            with self.subTest(repair=row_id, product=product):
                self.assertEqual(run(reproducer(row_id)), "")

    def test_the_product_needs_the_repair(self):
        for _, row_id, product, versions, *_ in ROWS:
            with self.subTest(repair=row_id):
                self.assertNotEqual(run(reproducer(row_id), f"--without-repair={row_id}"), "",
                                    f"{product} passes without the repair, which {product} {versions} needed: "
                                    "take the row, the code and the reproducer away")

    def test_a_second_option_replaced_the_first(self):
        first, second = (row_id for _, row_id, *_ in ROWS[:2])
        self.assertNotEqual(run(reproducer(first), f"--without-repair={first} --without-repair={second}"), "")

    def test_the_option_alone_makes_nothing_fail(self):
        """Else every reproducer would fail without its repair."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "kernel.cl")
            source.write_text("kernel void k(global int *out) { out[get_global_id(0)] = 1; }\n")
            for _, row_id, *_ in ROWS:
                with self.subTest(repair=row_id):
                    done = subprocess.run([PROGRAMS["cc"], f"--without-repair={row_id}", "-cl-std=CL3.0", "-o", f"{folder}/k", source],
                                          capture_output=True, text=True, timeout=300)
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_files_of_rows_ask_for_their_repair(self):
        compiler = ROOT / "compiler"
        for name, row_id, *_, file, _ in ROWS:
            with self.subTest(repair=row_id):
                path = compiler / file if "/" in file else compiler / "repairs" / file
                self.assertIn(f"Repair::{name}", path.read_text())


if __name__ == "__main__":
    PROGRAMS = dict(argument.split("=", 1) for argument in sys.argv[1:])
    unittest.main(argv=sys.argv[:1])
