#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's own locks, queues, loops and events have the instructions of AArch64 that their memory order needs.

synchronization.cpp has the functions and what is expected of each. Usage: memory_order_test.py COMPILE_COMMANDS
CLANG FILECHECK. No headers of AArch64 are needed: Clang makes IR with those of this machine, in which atomics are the
same for all architectures, and then code for AArch64 of that."""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
SOURCE = FOLDER / "synchronization.cpp"
# What code for this machine has and AArch64 has not: instructions for waiting and for the control of floating point.
FOREIGN_CALL = re.compile(r"^.*call void @llvm\.x86\..*$", re.M)
FOREIGN_ATTRIBUTE = re.compile(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"')
# Names of functions, and the instructions that synchronize or call.
KEPT = re.compile(r"^(?P<function>\w.*):\s+//|"
                  r"^\s(?P<instruction>(lda|ldx|ldclr|ldeor|ldset|stl|stx|cas|swp|dmb|dsb|bl)\w*\s.*)")


def flags_of(commands, source):
    """Definitions and folders of headers that the build has for a source."""
    [entry] = [each for each in commands if each["file"] == str(source)]
    words = shlex.split(entry["command"])
    flags = []
    for word, following in zip(words, words[1:]):
        if word.startswith(("-D", "-I", "-std=")):
            flags.append(word)
        elif word == "-isystem":
            flags += [word, following]
    return flags


def run(*words, text=None):
    done = subprocess.run(words, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{words[0]} failed:\n{done.stderr[:8000]}")
    return done.stdout


def shortened(code):
    """Only what is checked: functions that the source names, and in them an instruction is next to another one if no
    other synchronizes in between."""
    names = tuple(re.findall(r"-LABEL: function (.+)", SOURCE.read_text()))
    lines, keeps = [], False
    for line in code.splitlines():
        found = KEPT.match(line)
        if found and found["function"]:
            keeps = found["function"].startswith(names)
        if found and keeps:
            lines.append(found["instruction"] or f"function {found['function']}")
    return "\n".join(lines) + "\n"


class MemoryOrder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if " aarch64 " not in run(CLANG, "--print-targets"):
            raise unittest.SkipTest("Clang has no code generator for AArch64")
        commands = json.loads(pathlib.Path(COMMANDS).read_text())
        flags = flags_of(commands, ROOT / "runtime/workers/worker_loops.cpp")
        ir = run(CLANG, *flags, "-O2", "-fPIC", "-fvisibility=hidden", "-S", "-emit-llvm", "-o", "-", str(SOURCE))
        cls.ir = FOREIGN_ATTRIBUTE.sub("", FOREIGN_CALL.sub("", ir))

    def check(self, prefix, *flags):
        code = run(CLANG, "--target=aarch64-linux-gnu", *flags, "-O2", "-Xclang", "-disable-llvm-passes",
                   "-Wno-override-module", "-x", "ir", "-S", "-o", "-", "-", text=self.ir)
        with tempfile.NamedTemporaryFile("w", suffix=".s") as file:
            file.write(shortened(run("c++filt", text=code)))
            file.flush()
            # The runtime has no fences.
            run(FILECHECK, str(SOURCE), f"--input-file={file.name}", f"--check-prefixes=ALL,{prefix}",
                "--implicit-check-not=dmb")

    def test_loops_of_exclusive_loads_and_stores(self):
        self.check("LOOPS", "-march=armv8-a", "-mno-outline-atomics")

    def test_atomic_instructions(self):
        self.check("LSE", "-march=armv8.1-a")

    def test_calls_that_choose_one_of_both(self):
        self.check("CALLS", "-march=armv8-a", "-moutline-atomics")


if __name__ == "__main__":
    COMMANDS, CLANG, FILECHECK = sys.argv[1:4]
    unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[4:])
