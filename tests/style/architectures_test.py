#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Only these files name a CPU architecture, its instruction sets or its registers: a port to another
architecture starts with them."""

import re
import unittest

from sources import files, text

CHECKED = ("interface/", "threads/", "images/", "runtime/", "compiler/", "icd/", "builtins/")
# {file: what it contains}
ALLOWED = {
    "interface/microarchitectures.def": "the microarchitecture levels",
    "interface/arm_features.def": "where Linux reports features of AArch64",
    "compiler/target/target.h": "features that decide what code is generated",
    "compiler/target/target.cpp": "triple, levels and flags of the code generator",
    "compiler/target/processor.h": "the columns of processor.def",
    "compiler/target/processor.cpp": "the columns of processor.def",
    "compiler/target/processor.def": "facts of processors",
    "compiler/tools/arguments.cpp": "an example of --target",
    "compiler/driver/refused_calls.def": "the numbers of system calls",
    "compiler/driver/sandbox.cpp": "the entries of the kernel that the filter knows",
    "runtime/host/cpu.h": "the machine of shared objects",
    "runtime/host/processor.h": "whether code uses features that no level has",
    "runtime/host/processor_x86_64.cpp": "CPU features of the host",
    "runtime/host/processor_aarch64.cpp": "CPU features of the host",
    "runtime/workers/fp_environment.h": "the control register of floating point",
    "runtime/faults/enter_kernel_x86_64.cpp": "the registers that a call of kernel code saves",
    "runtime/faults/enter_kernel_aarch64.cpp": "the registers that a call of kernel code saves",
    "runtime/faults/fault_registers.h": "the registers of a fault",
    "runtime/base/spin.h": "the instruction for waiting in a loop",
    "runtime/base/config.def": "the values of LANEWISE_CPU",
    "builtins/passes/load_constants.cpp": "where constants are not operands",
    "builtins/math/remainder.cpp": "the reason for the form of a loop",
    "builtins/math/two_parts.h": "the reason for the size of a type",
}
NAMES = re.compile(
    r"(?<![A-Za-z0-9])(EM_)?(x86|x64|i[36]86|amd64|ia32|arm64|aarch64|neon|sve|riscv|powerpc|ppc)"
    r"(?![A-Za-z])|(?<![A-Za-z0-9])(avx|f16c|bmi2|sse[234]?|xmm|ymm|zmm|mxcsr|REG_R[A-Z0-9]+|REG_ERR|REG_TRAPNO|xgetbv|cpuid)(?![A-Za-z])"
    r"|(?<![A-Za-z0-9])(fpcr|fpsr|cntvct|midr|hwcap2?)(?![A-Za-z])|__builtin_ia32|[xei]mmintrin|_mm(256|512)?_", re.I)


class Architectures(unittest.TestCase):
    def test_only_the_listed_files_name_an_architecture(self):
        found = [f"{path}:{number}: {line.strip()}" for path in files()
                 if str(path).startswith(CHECKED) and path.suffix in (".cpp", ".h", ".def", ".cl")
                 and str(path) not in ALLOWED
                 for number, line in enumerate(text(path).splitlines(), 1) if NAMES.search(line)]
        self.assertFalse(found, "move to target/target.cpp or host/cpu.cpp:\n  " + "\n  ".join(found))

    def test_the_listed_files_do(self):
        names = {str(path) for path in files()}
        for path in ALLOWED:
            self.assertIn(path, names)
            self.assertRegex(text(path), NAMES, f"{path} needs no entry in the list")


if __name__ == "__main__":
    unittest.main()
