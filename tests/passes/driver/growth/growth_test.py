#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twice the source must not be more than about twice the work for LLVM.

    growth_test.py LANEWISE_CC

Counts instructions of the IR after stage group. Passes of LLVM take time that grows with up to the
square of a function's length, so the code has to grow linearly and the functions must not grow.
"""

import re
import subprocess
import sys
import tempfile
import unittest

WAIT = "barrier(CLK_LOCAL_MEM_FENCE);"
BEGIN = """kernel void k(global int *a, local int *s, int n) {
int l = get_local_id(0), size = get_local_size(0); int x = a[get_global_id(0)];
"""
END = "a[get_global_id(0)] = x; }\n"


def exchange(i):
    return f"s[l] = x + {i}; {WAIT} x += s[(l + {i + 1}) % size]; {WAIT}\n"


def sequence(count):
    return BEGIN + "".join(exchange(i) for i in range(count)) + END


def branches(count):
    return BEGIN + "".join(f"if (n & {1 << i % 31}) {{ {exchange(i)} }}\n" for i in range(count)) + END


def loops(count):
    return BEGIN + "".join(f"for (int i = 0; i < n + {i}; ++i) {{ {exchange(i)} }}\n"
                           for i in range(count)) + END


def switch(count):
    cases = "".join(f"case {i}: {exchange(i)} break;\n" for i in range(count))
    return BEGIN + "for (int j = 0; j < n; ++j) switch (n * j) {\n" + cases + "}\n" + END


def rounds(count):
    """A large function that is called from many places."""
    steps = "".join(f"a += rotate(b ^ {i * 40503}u, {i % 31 + 1}u); b = (b + a) * {2 * i + 1}u;\n"
                    for i in range(300))
    calls = "".join(f"x[{i % 4}] += h(x[{(i + 1) % 4}], {i}u);\n" for i in range(count))
    return ("uint h(uint a, uint b) {\n" + steps + "return a; }\n"
            "kernel void k(global uint *o) { uint x[4] = {1, 2, 3, 4};\n" + calls +
            "o[get_global_id(0)] = x[0] ^ x[1] ^ x[2] ^ x[3]; }\n")


def sizes(source):
    """Instructions of each function after stage group, the entry first."""
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(source)
        file.flush()
        text = subprocess.run([CC, "--to=group", file.name, "-o", "-"], check=True,
                              capture_output=True, text=True).stdout
    bodies = re.findall(r"^define [^\n]*@\"?([^\"(]+)\"?\([^\n]*\{\n(.*?)^\}", text, re.M | re.S)
    found = {name: len(re.findall(r"^  \S", body, re.M)) for name, body in bodies}
    return [found.pop("kernel.k"), *found.values()]


class Growth(unittest.TestCase):
    def check(self, family, count):
        once, twice = sizes(family(count)), sizes(family(2 * count))
        self.assertLess(sum(twice), 2.2 * sum(once), family.__name__)
        self.assertLess(twice[0], 2.2 * once[0], "the entry")
        self.assertGreater(len(once), 1, "functions beside the entry")
        self.assertLess(max(twice[1:]), 1.5 * max(once[1:]), "the longest function")

    def test_barriers_in_sequence(self):
        self.check(sequence, 80)

    def test_barriers_in_branches(self):
        self.check(branches, 80)

    def test_barriers_in_loops(self):
        self.check(loops, 80)

    def test_barriers_in_cases(self):
        once, twice = sizes(switch(120)), sizes(switch(240))
        # One region has the whole switch.
        self.assertLess(sum(twice), 2.2 * sum(once))

    def test_calls_of_a_large_function(self):
        self.check(rounds, 40)


if __name__ == "__main__":
    CC = sys.argv.pop(1)
    unittest.main()
