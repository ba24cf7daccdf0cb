#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls cost in vectors what the estimate says that decides between lanes and scalar code.

    call_costs_test.py LANEWISE_CC COUNTER FUNCTIONS_DEF

Each function of FUNCTIONS_DEF that is called element by element has a kernel for each type and each kind of arguments. The
estimate's share, of the cost of lanes in the cost of scalar code, is compared with that of the instructions which both
execute. COUNTER counts them (count_instructions.cpp).
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

# How many times the instructions an estimate may be off. It need not know how long a function is, and scalar functions
# have shorter ways for some arguments, but in which form it is called: lane by lane costs several times as much as one call
# of a vector variant.
MOST_OFF = 4
# Small functions are no calls but instructions, whose costs are not their number. Of these, only the choice counts: lanes
# that execute a part of the instructions are wasted, and those that execute more are slower.
WASTED, SLOWER = 0.5, 1.3

TYPES = {"f32": ("float", 4), "f64": ("double", 8), "f16": ("half", 2)}
NAMES = {"fclamp": "clamp", "fmax_common": "max", "fmin_common": "min"}
ROW = re.compile(r"^BUILTIN_(MATH|F32)\((\w+), (\w+), \w+, (\w+), (\w+), \w+, (\w+),", re.MULTILINE)
PREFIX = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"


def rows():
    """(name, size, arguments, types) of the functions that have an instruction and are called."""
    found = []
    for kind, opcode, name, size, arguments, _ in ROW.findall(FUNCTIONS.read_text(encoding="utf-8")):
        if opcode == "kNoOpcode" or arguments == "B":
            continue
        found.append((name, size, arguments, ["f32", "f64", "f16"] if kind == "MATH" else ["f32"]))
    return found


def call(function, arguments, vector, pointer):
    """Statements that store to `result` what a call gives."""
    integer = vector.replace("float", "int").replace("double", "int").replace("half", "int")
    second = {"P": vector, "Q": integer}.get(arguments[-1])
    operands = ["x", "y", "z"][:len(re.sub("ToI|[NPQ]", "", arguments)) or 1]
    if arguments[-1] == "N":
        operands.append(f"({integer})2")
    text = f"{vector} result; "
    if second and pointer == "private":
        return (f"{text}{second} other; result = {function}({', '.join(operands)}, &other); "
                f"result += convert_{vector}(other);")
    if second:
        return f"{text}result = {function}({', '.join(operands)}, (global {second} *)more + i);"
    return f"{text}result = convert_{vector}({function}({', '.join(operands)}));"


def kernels(kinds):
    """{kernel: (source, bytes of a number, whether it calls a function of the library)} of {type: widths}"""
    found = {}
    for name, size, arguments, types in rows():
        for type_ in kinds.keys() & set(types):
            scalar, bytes_ = TYPES[type_]
            for width in kinds[type_]:
                for pointer in ("private", "global") if arguments[-1] in "PQ" else ("",):
                    vector = scalar + width
                    kernel = "_".join(filter(None, [name, vector, pointer]))
                    found[kernel] = (
                        f"kernel void {kernel}(global const {vector} *in, global {vector} *out, global char *more) {{\n"
                        f"  size_t i = get_global_id(0); {vector} x = in[i], y = x + 1, z = x + 2;\n"
                        f"  {call(NAMES.get(name, name), arguments, vector, pointer)}\n  out[i] = result;\n}}\n",
                        bytes_, size == "Large" or (size == "LargeF64" and type_ == "f64"))
    return found


def compiled(source, output, *options):
    """{kernel: (lanes, share)} of the remarks."""
    run = subprocess.run([LANEWISE_CC, "-cl-std=CL3.0", "-w", "--remarks", "--specialize=off", *options, source, "-o",
                          output], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = re.findall(r"remark: (?:scalar code|\d+ lanes): .*?(\d+) lanes are estimated at (\d+)% of the cost of scalar "
                       r"code, in kernel '(\w+)'", run.stderr)
    return {kernel: (int(lanes), int(percent) / 100) for lanes, percent, kernel in found}


def counted(program, work):
    """{kernel: instructions} of {kernel: arguments of COUNTER}"""
    run = subprocess.run([COUNTER, program, *(f"{kernel}={numbers}" for kernel, numbers in work.items())],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return {kernel: int(count) for kernel, count in (line.split() for line in run.stdout.splitlines())}


class CallCosts(unittest.TestCase):
    def problem(self, kernel, most_off, lanes, estimate, share):
        """What is wrong with an estimate, if lanes execute this share of the instructions of scalar code."""
        numbers = (f"{kernel}: {lanes} lanes are estimated at {estimate:.2f} of the cost of scalar code, and execute "
                   f"{share:.2f} of its instructions")
        if estimate > 1 and share < WASTED or estimate <= 1 and share > SLOWER:
            return "wrong choice: " + numbers
        if most_off and not 1 / most_off < estimate / share < most_off:
            return "wrong estimate: " + numbers
        return None

    def check(self, level, kinds, most_off):
        all_kernels = kernels(kinds)
        self.assertGreater(len(all_kernels), 100)
        problems = []
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            source = folder / "all.cl"
            source.write_text(PREFIX + "".join(text for text, *_ in all_kernels.values()), encoding="utf-8")
            estimates = compiled(source, folder / "chosen", f"--level={level}")
            self.assertEqual(estimates.keys(), all_kernels.keys())
            compiled(source, folder / "scalar", f"--level={level}", "--lanes=1")
            scalar = counted(folder / "scalar", {kernel: f"{size},2,6" for kernel, (_, size, _) in all_kernels.items()})
            for lanes in sorted({lanes for lanes, _ in estimates.values()}):
                of_lanes = [kernel for kernel, (own, _) in estimates.items() if own == lanes]
                compiled(source, folder / "wide", f"--level={level}", f"--lanes={lanes}")
                wide = counted(folder / "wide", {kernel: f"{all_kernels[kernel][1]},{lanes},{2 * lanes}"
                                                 for kernel in of_lanes})
                for kernel in of_lanes:
                    share = wide[kernel] / (scalar[kernel] / 4 * lanes)
                    problems.append(self.problem(kernel, most_off if all_kernels[kernel][2] else None, lanes,
                                                 estimates[kernel][1], share))
        self.assertEqual([problem for problem in problems if problem], [])

    def test_lowest_level(self):
        self.check("x86-64-v2", {"f32": [""]}, MOST_OFF)

    def test_highest_level(self):
        levels = subprocess.run([COUNTER, "--levels"], capture_output=True, text=True, check=True).stdout.split()
        if levels[-1] == "x86-64-v2":
            self.skipTest("the processor has no AVX2")
        self.check(levels[-1], {"f32": ["", "4"], "f64": [""], "f16": [""]}, MOST_OFF)


if __name__ == "__main__":
    LANEWISE_CC, COUNTER, FUNCTIONS = sys.argv.pop(1), sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
    unittest.main()
