#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions of kernels for each work-item, and of math functions for each call, with NEON and AVX2.

    bench/instruction_counts.py [--build build/dev] [--sysroot build/sysroot-arm64] [--csv FILE]

QEMU runs both (qemu-user-static 7.2 or later), one instruction after another, and logs the address of each. Those in the
kernel's object count, which has the functions that it calls. A figure is the difference of launches of two and one
work-groups, divided by the work-items between them. Scalar code is that of --lanes=1. `packaging/sysroot arm64` makes the
folder with the libraries of AArch64.
"""

import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
GROUPS = (1, 2)
# kernel: (file, local size, arguments as bench/counts/run_kernel.cpp takes them)
KERNELS = {
    "saxpy": ("saxpy.cl", 256, "float=2 buffer buffer"),
    "gemm": ("gemm.cl", 64, "buffer buffer buffer int=128"),
    "nbody": ("nbody.cl", 64, "buffer buffer int=64"),
    "black_scholes": ("black_scholes.cl", 64, "buffer buffer buffer buffer buffer float=0.02 float=0.3"),
    "monte_carlo": ("monte_carlo.cl", 64, "buffer buffer int=16 float=100 float=101 float=0.01 float=0.3"),
    "float4_particles": ("float4_particles.cl", 64, "buffer buffer buffer int=16 float=0.01"),
    "sobel": ("sobel.cl", 64, "buffer buffer"),
    "convolution": ("convolution.cl", 64, "buffer buffer buffer"),
    "sha256": ("sha256.cl", 64, "buffer buffer"),
    "reduction": ("reduction.cl", 256, "buffer buffer local"),
}
FUNCTIONS = ("exp", "log", "sin", "tan", "atan", "tanh", "cbrt", "erf", "pow", "atan2")
OF_TWO = ("pow", "atan2")
# column: (level, further options of lanewise-cc)
FORMS = {
    "NEON": ("armv8-a", []),
    "scalar, AArch64": ("armv8-a", ["--lanes=1"]),
    "AVX2": ("x86-64-v3", []),
    "scalar, x86-64": ("x86-64-v3", ["--lanes=1"]),
}


class Machine:
    """An emulated processor, and the program that runs kernels on it."""

    def __init__(self, processor, folder, sysroot):
        self.emulator = [f"qemu-{processor}-static", "-cpu", "max"]
        self.program = folder / f"run_kernel-{processor}"
        options = []
        if processor == "aarch64":
            self.emulator += ["-L", sysroot]
            options = ["--target=aarch64-linux-gnu", f"--sysroot={sysroot}"]
        subprocess.run(["clang++-19", "-std=c++23", "-O1", "-fuse-ld=lld", *options, "-I", ROOT,
                        ROOT / "bench/counts/run_kernel.cpp", "-o", self.program], check=True)

    def run(self, options, *words):
        """The range of addresses of the kernel's object."""
        return subprocess.run([*self.emulator, *options, self.program, *words], stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def instructions(self, *words):
        """QEMU places libraries at the same addresses in each run, so the log may have the object's only."""
        begin, end = self.run([], *words).split()
        log = self.program.with_suffix(".log")
        logged = ["-singlestep", "-d", "exec,nochain", "-dfilter", f"0x{begin}..0x{end}", "-D", log]
        if self.run(logged, *words).split() != [begin, end]:
            raise SystemExit("instruction_counts.py: the kernel's code was at another address in the second run")
        with log.open() as lines:
            return sum(line.startswith("Trace ") for line in lines)


def count(compiler, machines, source, kernel, local_size, arguments, options, folder):
    """{form: instructions for each work-item}"""
    found = {}
    for form, (level, more) in FORMS.items():
        program = folder / "kernel"
        subprocess.run([compiler, "-cl-std=CL3.0", "-w", "--specialize=off", f"--level={level}", *more, *options, "-o", program,
                        ROOT / "bench/kernels" / source], check=True)
        machine = machines["aarch64" if level.startswith("arm") else "x86_64"]
        few, many = (machine.instructions(program, kernel, str(local_size), str(groups), *arguments.split())
                     for groups in GROUPS)
        found[form] = (many - few) / ((GROUPS[1] - GROUPS[0]) * local_size)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/dev", help="a build with LANEWISE_TARGETS=aarch64")
    parser.add_argument("--sysroot", type=pathlib.Path, default=ROOT / "build/sysroot-arm64")
    parser.add_argument("--csv", type=pathlib.Path, help="a file to write the figures to")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        machines = {processor: Machine(processor, folder, options.sysroot.resolve()) for processor in ("aarch64", "x86_64")}
        work = [(kernel, *facts, []) for kernel, facts in KERNELS.items()]
        for function in FUNCTIONS:
            operands = "x,y" if function in OF_TWO else "x"
            words = {"BODY(type,integer,toInteger,toType)": f"return({function}({operands}));", "TYPE": "float",
                     "TYPE16": "float16"}
            work.append((function, "math.cl", 64, "buffer buffer buffer", [f"-D{key}={value}" for key, value in words.items()]))
        for title, source, local_size, arguments, words in work:
            counts = count(options.build / "bin/lanewise-cc", machines, source, "one" if words else title, local_size,
                           arguments, words, folder)
            rows.append([title, *(f"{counts[form]:.1f}" for form in FORMS)])
            print("  ".join(f"{cell:>16}" for cell in rows[-1]), flush=True)
    if options.csv:
        with options.csv.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([["kernel or function", *FORMS], *rows])
    return 0


if __name__ == "__main__":
    sys.exit(main())
