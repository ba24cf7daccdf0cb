#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares functions of sub-groups and work-groups on two platforms: random kernels in OpenCL C whose results the
language defines. Run by hand; needs PyOpenCL and NumPy.

    compare_platforms.py FIRST COUNT --vendors FOLDER FOLDER

The folders are values of OCL_ICD_VENDORS. Each platform runs in a process of its own."""

import argparse
import os
import random
import subprocess
import sys
import tempfile

INTEGERS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
FLOATS = ["float", "double"]
LOCAL_SIZES = [8, 16, 32, 64, 96, 128, 256]
SUB_GROUP_SIZES = [8, 16, 32]


class Kernel:
    """A kernel from a seed. Every value is a ulong; floating-point sums and products are exact."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = self.random.choice(SUB_GROUP_SIZES)
        self.local = self.size * self.random.randint(1, 8)
        self.groups = self.random.randint(1, 3)
        self.lines = []
        self.depth = 0

    def pick(self, values):
        return self.random.choice(values)

    def variable(self):
        return f"v[{self.random.randrange(4)}]"

    def value(self):
        leaf = lambda: self.pick([self.variable(), self.variable(), "(ulong)get_global_id(0)",
                                  "(ulong)get_sub_group_local_id()", f"{self.random.getrandbits(20)}ul"])
        return self.pick([leaf(), f"({leaf()} + {leaf()})", f"({leaf()} * {leaf()})", f"({leaf()} ^ {leaf()})",
                          f"({leaf()} >> {self.random.randrange(20)})"])

    def add(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def assign(self, text):
        self.add(f"{self.variable()} = (ulong)({text});")

    def operand(self, type, operation):
        value = self.value()
        if type in INTEGERS:
            return f"({type})({value})"
        if operation == "mul":
            return f"({type})(({value}) % 2 ? -1 : 1)"
        return f"({type})((long)(({value}) % 64) - 32)"

    def bits(self, type, text):
        return f"(long)({text})" if type in FLOATS else text

    def arithmetic(self, prefix, operations, forms, types):
        operation, form, type = self.pick(operations), self.pick(forms), self.pick(types)
        # The value of a minimum or a maximum of nothing is no integer.
        if type in FLOATS and form == "scan_exclusive" and operation in ("min", "max"):
            form = "scan_inclusive"
        self.assign(self.bits(type, f"{prefix}{form}_{operation}({self.operand(type, operation)})"))

    def together(self):
        """For all work-items of the group."""
        forms = ["reduce", "scan_inclusive", "scan_exclusive"]
        kind = self.random.randrange(4)
        if kind == 0:
            self.arithmetic("work_group_", ["add", "min", "max"], forms, ["int", "uint", "long", "ulong"] + FLOATS)
        elif kind == 1:
            self.assign(f"work_group_{self.pick(['all', 'any'])}((int)({self.value()} & 1)) != 0")
        elif kind == 2 and self.size < 32:  # Intel's runtime takes another work-item in sub-groups of 32
            type = self.pick(["int", "uint", "long", "ulong"])
            self.assign(f"work_group_broadcast(({type})({self.value()}), {self.random.randrange(self.local)})")
        else:
            self.exchange()

    def exchange(self):
        """For all work-items of the sub-group."""
        forms = ["reduce", "scan_inclusive", "scan_exclusive"]
        type = self.pick(INTEGERS)
        value = f"({type})({self.value()})"
        kind = self.random.randrange(8)
        if kind == 0:
            self.arithmetic("sub_group_", ["add", "min", "max"], forms, ["int", "uint", "long", "ulong"] + FLOATS)
        elif kind == 1:
            self.assign(f"sub_group_shuffle({value}, (uint)(({self.value()}) % {self.size}))")
        elif kind == 2:
            self.assign(f"sub_group_shuffle_xor({value}, {self.random.randrange(self.size)})")
        elif kind == 3:
            self.assign(f"sub_group_broadcast(({self.pick(['int', 'uint', 'long', 'ulong'])})({self.value()}), "
                        f"{self.random.randrange(self.size)})")
        elif kind == 4:
            operation = self.pick(["add", "min", "max", "and", "or", "xor", "mul"])
            cluster = 1 << self.random.randrange(self.size.bit_length())
            self.assign(f"sub_group_clustered_reduce_{operation}({value}, {cluster})")
        elif kind == 5:
            type = self.pick(["ushort", "uint", "ulong"])
            suffix = {"ushort": "_us", "uint": "", "ulong": "_ul"}[type]
            self.assign(f"intel_sub_group_block_read{suffix}((const global {type}*)in + {self.random.randrange(64) * 8})")
        elif kind == 6:
            self.assign(f"sub_group_{self.pick(['all', 'any'])}((int)({self.value()} & 1)) != 0")
        else:
            self.active()

    def active(self):
        """For the active work-items."""
        forms = ["reduce", "scan_inclusive", "scan_exclusive"]
        kind = self.random.randrange(6)
        type = self.pick(INTEGERS)
        if kind == 0:
            self.arithmetic("sub_group_non_uniform_", ["add", "min", "max", "mul"], forms, INTEGERS + FLOATS)
        elif kind == 1:
            self.arithmetic("sub_group_non_uniform_", ["and", "or", "xor"], forms, INTEGERS)
        elif kind == 2:
            self.assign(f"sub_group_ballot((int)({self.value()} & 1)).x")
        elif kind == 3:
            self.assign(f"sub_group_broadcast_first(({type})({self.value()}))")
        elif kind == 4:
            self.assign(f"sub_group_non_uniform_{self.pick(['all', 'any', 'all_equal'])}((int)({self.value()} & 1)) != 0")
        else:
            self.assign("sub_group_elect() != 0")

    def block(self, level, count):
        for _ in range(count):
            if self.depth < 3 and self.random.random() < 0.3:
                inner = max(level, self.pick([0, 1, 2, 2]))
                condition = [f"n + {self.random.randrange(9)}",
                             f"get_sub_group_id() + {self.random.randrange(9)}", self.value()][inner]
                if self.random.random() < 0.5:
                    self.add(f"if (({condition}) & 1) {{")
                else:
                    name = f"i{len(self.lines)}"
                    self.add(f"for (uint {name} = 0, m{name} = (uint)(({condition}) & 3); {name} < m{name}; ++{name}) {{")
                self.depth += 1
                self.block(inner, self.random.randint(1, 3))
                self.depth -= 1
                self.add("}")
            elif self.random.random() < 0.2:
                self.assign(self.value())
            else:
                [self.together, self.exchange, self.active][level]()

    def source(self):
        self.block(0, self.random.randint(4, 9))
        pragmas = "".join(f"#pragma OPENCL EXTENSION {name} : enable\n" for name in ("cl_khr_fp64",))
        body = "\n".join(self.lines)
        return (f"{pragmas}__attribute__((intel_reqd_sub_group_size({self.size})))\n"
                f"kernel void k(global ulong* out, const global ulong* in, uint n) {{\n"
                f"  ulong v[4] = {{get_local_id(0), get_global_id(0) * 7, in[get_global_id(0)], 3}};\n{body}\n"
                f"  for (uint i = 0; i < 4; ++i) out[get_global_id(0) * 4 + i] = v[i];\n}}\n")


def run(first, count, file):
    import numpy
    import pyopencl as cl
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    results = {}
    for seed in range(first, first + count):
        kernel = Kernel(seed)
        source = kernel.source()
        items = kernel.local * kernel.groups
        values = numpy.random.RandomState(seed).randint(0, 1 << 63, max(items, 1024), dtype=numpy.uint64)
        given = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
        out = cl.Buffer(context, cl.mem_flags.READ_WRITE, items * 32)
        try:
            program = cl.Program(context, source).build("-cl-std=CL3.0")
            program.k(queue, (items,), (kernel.local,), out, given, numpy.uint32(seed))
            result = numpy.empty(items * 4, numpy.uint64)
            cl.enqueue_copy(queue, result, out)
            results[str(seed)] = result
        except cl.Error as error:
            print(f"seed {seed}: {str(error)[:2000]}", file=sys.stderr)
    numpy.savez(file, **results)


def compare(arguments):
    import numpy
    files = []
    with tempfile.TemporaryDirectory() as folder:
        for number, vendors in enumerate(arguments.vendors):
            file = os.path.join(folder, f"{number}.npz")
            subprocess.run([sys.executable, __file__, str(arguments.first), str(arguments.count), "--run", file],
                           env={**os.environ, "OCL_ICD_VENDORS": vendors}, check=True)
            files.append(numpy.load(file))
        both = [seed for seed in files[0].files if seed in files[1].files]
        different = [seed for seed in both if not numpy.array_equal(files[0][seed], files[1][seed])]
        for seed in different:
            place = int(numpy.flatnonzero(files[0][seed] != files[1][seed])[0])
            print(f"seed {seed}: work-item {place // 4}, variable {place % 4}: {files[0][seed][place]} and "
                  f"{files[1][seed][place]}")
        print(f"{len(both)} kernels on both platforms, {len(different)} different")
        return 1 if different else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--vendors", nargs=2)
    parser.add_argument("--run", help="file for the results of the first platform")
    parser.add_argument("--source", action="store_true", help="print the kernel of the first seed")
    arguments = parser.parse_args()
    if arguments.source:
        print(Kernel(arguments.first).source())
    elif arguments.run:
        run(arguments.first, arguments.count, arguments.run)
    elif arguments.vendors:
        return compare(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
