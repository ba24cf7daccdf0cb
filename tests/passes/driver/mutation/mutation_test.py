#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Leaves each pass out of the pipeline (lanewise-cc --without) and sees that its tests fail.

    mutation_test.py LANEWISE_CC FILECHECK PASSES_DEF

A RUN line matters if it fails without each of the passes that it names. A row of LLVM's passes that
is always needed has a test here.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[2]
SOURCES = (".ll", ".spvasm", ".test")


def run_lines(path):
    lines = re.findall(r"^;?\s*RUN:\s*(.*)$", path.read_text(), re.M)
    joined = []
    for line in lines:
        if joined and joined[-1].endswith("\\"):
            joined[-1] = joined[-1][:-1] + line
        else:
            joined.append(line)
    return joined


def passes_of(line):
    """The passes of ours that the line's --passes= names."""
    found = re.search(r'--passes=(?:"([^"]*)"|(\S+))', line)
    names = re.split(r"[,()]", (found.group(1) or found.group(2)) if found else "")
    # Of the passes before it each test needs some; they have tests of their own.
    names = ["widen-kernels" if name == "%widen" else name for name in names]
    return [name for name in names if name in OURS]


def succeeds(path, line, without):
    with tempfile.TemporaryDirectory() as folder:
        cc = f"{CC} --without='{without}'" if without else CC
        command = line.replace("%cc", cc).replace("FileCheck", FILECHECK).replace("%result", f"{sys.executable} {TESTS}/result.py")
        command = command.replace("%widen", ",".join(WIDENING))
        command = command.replace("%s", str(path)).replace("%t", folder + "/t")
        script = "set -o pipefail\nnot() { ! \"$@\"; }\n" + command
        return subprocess.run(["bash", "-c", script], capture_output=True).returncode == 0


class Mutation(unittest.TestCase):
    def test_each_line_needs_the_passes_that_it_names(self):
        self.assertTrue(OURS)
        useless, broken, tested = [], [], set()
        for path in sorted(TESTS.rglob("*")):
            if path.suffix not in SOURCES or path.relative_to(TESTS).parts[0] == "builtins":
                continue
            name = str(path.relative_to(TESTS))
            for line in run_lines(path):
                for without in passes_of(line):
                    if not succeeds(path, line, None):
                        broken.append(f"{name}: {line}")
                    if succeeds(path, line, without):
                        useless.append(f"{name}: passes without {without}: {line}")
                    elif path.relative_to(TESTS).parts[1] == without:
                        tested.add(without)
        self.assertFalse(broken, "\n  ".join(["do not pass at all:", *broken]))
        self.assertFalse(useless, "\n  ".join(["tests that need no pass:", *useless]))
        self.assertEqual(sorted(OURS - tested), [], "passes without a test that needs them")

    def test_each_needed_row_of_llvm_has_a_test(self):
        rows = re.findall(r'LLVM_PASSES\((\w+), "([^"]*)"\)', DEFINITIONS)
        self.assertEqual(sorted(f"{stage}:{text}" for stage, text in rows), sorted(ROWS))

    def test_needed_rows_of_llvm_are_needed(self):
        for row, (input_name, options, pattern) in ROWS.items():
            for without, expected in ((None, False), (row, True)):
                with self.subTest(row=row, without=without):
                    command = [CC, *options, str(pathlib.Path(__file__).with_name(input_name)), "-o", "-"]
                    if without:
                        command.append(f"--without={without}")
                    done = subprocess.run(command, capture_output=True, text=True,
                                          errors="replace")
                    found = re.search(pattern, done.stdout + done.stderr) is not None
                    self.assertEqual(found, expected, done.stdout + done.stderr)


# {row of passes.def: (input, options, what is in the output without the row, and only then)}
ROWS = {
    "Lower:function(sroa,early-cse)":
        ("private_pointer.ll", ("-cl-opt-disable", "--from=translate", "--to=lower"), r"alloca"),
    "Link:inline-functions":
        ("library_call.cl", ("-cl-opt-disable", "--to=link"), r"call .*@lw_"),
    "Link:pass-item-values":
        ("checked_function.ll", ("-cl-opt-disable", "--from=lower", "--to=link"),
         r"define internal void @guest.f(.|\n)*call i64 @lanewise.global_id"),
    "Group:pass-item-values":
        ("large_variable.ll", ("-cl-opt-disable", "--from=link", "--to=group"), r"@lanewise.spill_area"),
    "Object:globaldce":
        ("library_call.cl", ("-cl-opt-disable", "--to=object"), r"table"),
}


if __name__ == "__main__":
    CC, FILECHECK, definitions = sys.argv[1:4]
    DEFINITIONS = pathlib.Path(definitions).read_text()
    OURS = set(re.findall(r'^LANEWISE_(?:FUNCTION_|REQUIRED_)?PASS\("([^"]+)"', DEFINITIONS, re.M))
    in_order = re.findall(r'^LANEWISE_\w*PASS\("([^"]+)"', DEFINITIONS, re.M)
    first, last = in_order.index("prepare-lanes"), in_order.index("widen-kernels")
    WIDENING = ["copy-functions", *in_order[first:last + 1]]  # as in lit.cfg.py
    unittest.main(argv=sys.argv[:1])
