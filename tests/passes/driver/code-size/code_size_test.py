#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The code of a kernel has at most six times as many instructions as scalar code.

    code_size_test.py LANEWISE_CC BENCH MODULES

BENCH is the folder bench/, whose kernels are compiled from source and, optimized by Clang, from the SPIR-V in the folder
MODULES. The program that bench/program.py writes is compiled a third at a time, because all of its 112 kernels
together are built quickly, which makes shorter code.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

MOST = 6
# Less is no code: a kernel that does nothing.
LEAST_INSTRUCTIONS = 6
KERNEL = re.compile(r"^kernel .*?^}\n", re.MULTILINE | re.DOTALL)


def part(program, number, parts):
    """The program with the kernels of one part only."""
    count = iter(range(10 ** 6))
    return KERNEL.sub(lambda kernel: kernel[0] if next(count) % parts == number else "", program)


def instructions(source, *options):
    """{kernel: instructions of the processor}"""
    with tempfile.TemporaryDirectory() as folder:
        assembly = pathlib.Path(folder) / "kernels.s"
        language = ["-w", "-cl-std=CL3.0"] if source.suffix == ".cl" else []
        subprocess.run([LANEWISE_CC, *language, *options, "-S", source, "-o", assembly], check=True)
        counts, name = {}, None
        for line in assembly.read_text(encoding="utf-8").splitlines():
            if label := re.match(r"([A-Za-z_][\w.$]*):", line):
                name = label[1]
            elif name and name.startswith("kernel.") and re.match(r"\t[a-z]", line):
                counts[name] = counts.get(name, 0) + 1
        return counts


class CodeSize(unittest.TestCase):
    def check(self, level, more=""):
        """`more` is behind the sources; SPIR-V is compiled if it is empty."""
        with tempfile.TemporaryDirectory() as folder:
            sources = []
            for path in (BENCH / "kernels").glob("*.cl"):
                if path.name == "math.cl":
                    continue
                sources.append(pathlib.Path(folder) / path.name)
                sources[-1].write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
            if not more:
                sources += MODULES.glob("*.spv")
            program = pathlib.Path(folder) / "program.cl"
            subprocess.run([sys.executable, BENCH / "program.py", program], check=True)
            for number in range(3):
                sources.append(pathlib.Path(folder) / f"part{number}.cl")
                text = part(program.read_text(encoding="utf-8"), number, 3)
                sources[-1].write_text(text + more, encoding="utf-8")
            kernels, long = 0, []
            for source in sources:
                scalar = instructions(source, f"--level={level}", "--lanes=1")
                for name, count in instructions(source, f"--level={level}").items():
                    if scalar.get(name, 0) < LEAST_INSTRUCTIONS:
                        continue
                    kernels += 1
                    if count > MOST * scalar[name]:
                        long.append(f"{source.name}: {name}: {count} instructions, scalar code has {scalar[name]}")
        self.assertGreater(kernels, 200)
        self.assertEqual(long, [])

    def test_sse(self):
        self.check("x86-64-v2")

    def test_programs_with_a_variable(self):
        """Their kernels are not compiled again."""
        self.check("x86-64-v2", "\nglobal int variable;\nkernel void counts(global int *to) { *to = variable++; }\n")

    def test_avx2(self):
        self.check("x86-64-v3")

    def test_avx512(self):
        self.check("x86-64-v4")


if __name__ == "__main__":
    LANEWISE_CC = sys.argv[1]
    BENCH, MODULES = map(pathlib.Path, sys.argv[2:4])
    unittest.main(argv=sys.argv[:1])
