#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twice the source must not be more than about twice the work for LLVM.

    growth_test.py LANEWISE_CC COMPILER_LIBRARY STRIP

Growth counts instructions of the IR, and operands of phis, after stage group. Passes of LLVM take time that grows with up to
the square of a function's length, so the code has to grow linearly and the functions must not grow.

Work counts the instructions that the compiler executes in one stage, with valgrind's cachegrind, where the IR does
not show what passes take.
"""

import concurrent.futures
import math
import os
import pathlib
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


def nested(count):
    """Loops in each other around a barrier, with a barrier behind each and a sum for each."""
    heads = "".join(f"int y{i} = x; for (int i{i} = 0; i{i} < n; ++i{i}) {{ y{i} += a[y{max(i - 1, 0)}];\n"
                    for i in range(count))
    ends = "".join(f"{exchange(i)} }} x += y{i};\n" for i in reversed(range(count)))
    return BEGIN + heads + exchange(count) + ends + END


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


def shuffles(count):
    """One long block, which LLVM's instruction selection and scheduler see as a whole."""
    lines = "".join(f"x = shuffle(x, m + {i}u); y += convert_int16_sat_rte(x); "
                    "m ^= convert_uint16(convert_uchar16_sat(y));\n" for i in range(count))
    return ("kernel void k(global float16 *f, global int16 *i, global uint16 *u) {\n"
            "size_t g = get_global_id(0); float16 x = f[g]; int16 y = i[g]; uint16 m = u[g];\n" +
            lines + "f[g] = x; i[g] = y; }\n")


def arrays(count):
    fills = "".join(f"int p{i}[16]; for (int j = 0; j < 16; ++j) p{i}[j] = a[l * 16 + j] + {i};\n"
                    for i in range(count))
    return (BEGIN + fills + WAIT + "".join(f"x += p{i}[(n + {i}) & 15];\n" for i in range(count)) + END)


def exits(count):
    return (BEGIN + "for (int j = 0; j < n; ++j) {\n" +
            "".join(f"x = x * 3 + a[j + {i}]; if (x == {i}) {{ s[l + {i}] = {i}; break; }}\n"
                    for i in range(count)) + "}\n" + END)


def returns(count):
    return (BEGIN + "for (int j = 0; j < n; ++j) {\n" +
            "".join(f"if (a[x + j * {i}] == {i}) {{ a[x] = {i * i}; return; }}\n"
                    for i in range(count)) + "}\n" + END)


def lookups(count):
    """Addresses that are computed from each other, and pairs of loads with a store behind each."""
    return ("kernel void k(global uint *t, global ulong *o) { ulong g = get_global_id(0), x = g;\n" +
            "".join(f"x = x * 3 + t[x]; o[g + {i}] = t[x * 5] + t[x * 5 + 1];\n" if i % 2 else "x = x * 3 + t[x];\n"
                    for i in range(count)) + "o[g] = x; }\n")


def constants(count):
    """A chain of sums, whose highest bits a shift discards."""
    steps = "".join(f"s = (s + 0x0FFFFFFFFFFFFFFFul) ^ v[{i}];\n" for i in range(count))
    return ("kernel void k(global ulong *a, global const ulong *v) {\n"
            "size_t g = get_global_id(0); ulong s = a[g];\n" + steps + "a[g] = s << 4; }\n")


def choices(count):
    """A sequence of branches on values that all work-items share."""
    steps = "".join(f"if (n[{i}] & 1) a[0] = {i}; else b[0] = {i};\n" for i in range(count))
    return ("kernel void k(global int *a, global int *b, global const int *n) {\n"
            "a[get_global_id(0)] = 0;\n" + steps + "}\n")


def guards(count):
    """Statements behind conditions on ids, each of which gets a copy without masks."""
    steps = "".join(f"if (i < n[{j}]) b[i] = a[i] + {j}.5f * b[i];\n" for j in range(count))
    return ("kernel void k(global const float *restrict a, global float *restrict b, global const int *restrict n) {\n"
            "int i = get_global_id(0);\n" + steps + "}\n")


def returns_on_ids(count):
    """Returns on ids: each guards the code behind it, with all other returns. Few lanes take them."""
    steps = "".join(f"if (x == n - {i + 2}) return;\ns += a[x + {i}]; o[x + {i * 7 % 100}] = s;\n" for i in range(count))
    return ("kernel void k(global int *o, global const int *a, int n) {\n"
            "int x = get_global_id(0), s = 0; if (x >= n) return;\n" + steps + "o[x] = s; }\n")


def calls_in_sub_groups(count):
    """Unions that are filled, then written and compared, with a conditional printf for each lane."""
    steps = "".join(f"{{ union {{ uint4 v; uchar b[16]; }} x; for (int j = 0; j < 16; ++j) x.b[j] = {i}; x.v = value + {i}u;\n"
                    f"for (int j = 0; j < 16; ++j) if (x.b[j] != bytes[j]) printf(\"%u\\n\", (uint)j); }}\n" for i in range(count))
    return ("kernel void k(global const uchar *bytes, global const uint4 *values) {\n"
            "sub_group_barrier(CLK_LOCAL_MEM_FENCE); uint4 value = values[get_global_id(0)];\n" + steps + "}\n")


def divergent_choices(count):
    """A sequence of branches on each work-item's own value."""
    steps = "".join(f"if (x > {i}.5f) x = x * 0.{i % 9 + 1}f + {i}.0f; else x += a[g + {i}];\n" for i in range(count))
    return ("kernel void k(global float *o, global const float *a) {\n"
            "int g = get_global_id(0); float x = a[g];\n" + steps + "o[g] = x; }\n")


def cases_that_fall_through(count):
    """Each case has the lanes of those before, and its own: their masks are all live in front of the first case."""
    cases = "".join(f"case {i}: s = s * {i % 9 + 2} + a[g + {i}];\n" for i in range(count))
    return ("kernel void k(global int *o, global const int *a) {\n"
            "int g = get_global_id(0), x = a[g], s = 0; switch (x) {\n" + cases + "} o[g] = s; }\n")


def equalities(count):
    """A chain of comparisons of one value with constants."""
    steps = " else ".join(f"if (x == {7 * i}) s = s * {i % 9 + 2} + a[g + {i}];\n" for i in range(count))
    return ("kernel void k(global int *o, global const int *a) {\n"
            "int g = get_global_id(0), x = a[g], s = 0;\n" + steps + "o[g] = s; }\n")


def shading(count, depth, width):
    """Functions that each call the next ones several times, as in a path tracer: with images, ids, atomics and structures."""
    small = "".join(f"x = x > {i}.5f ? x * 0.{i % 9 + 1}f : x + {i}.0f;\n" for i in range(20))
    last = ("typedef struct { float v[8]; int n; } S;\n"
            "float f0(float x, S s, read_only image2d_t m, global int *c) {\n" + small +
            "atomic_inc(c + get_global_id(1)); return x + s.v[(int)x & 7] + read_imagef(m, (int2)(0, (int)x & 7)).x; }\n")
    levels = [f"float f{i * width + j + 1}(float x, S s, read_only image2d_t m, global int *c) {{\n"
              f"x = f{max(0, (i - 1) * width + j + 1)}(x, s, m, c); if (x > {i}) x = f{max(0, (i - 1) * width + 1)}(x + {j}, s, m, c);\n"
              f"return f{max(0, i * width)}(x * 0.5f, s, m, c) + x; }}\n" for i in range(depth) for j in range(width)]
    uses = "".join(f"x += f{(depth - 1) * width + j + 1}(x, s, m, c);\n" for j in range(width))
    return (last + "".join(levels) + "kernel void k(global float *o, global int *c, read_only image2d_t m) {\n"
            "S s = {{1, 2, 3}, 4}; s.v[(int)o[1] & 7] = o[2]; size_t g = get_global_id(0); float x = o[g];\n" + uses +
            "o[g] = x; }\n")


def deep_calls(count):
    return shading(count, count, 2)


def wide_calls(count):
    return shading(count, 4, count)


def lists_of_parameters(count):
    """Calls of one function at as many distances between lanes."""
    steps = "".join(f"s += b[{i & 7}]; s = s > {i}.5f ? s * 0.5f : s + b[{i % 5}] * s; b[{i & 3}] = s;\n" for i in range(100))
    calls = "".join(f"x += f(b + g * {8 * i + 8}, x);\n" for i in range(count))
    return ("float f(global float *b, float s) {\n" + steps + "return s; }\n"
            "kernel void k(global float *o, global float *b) { size_t g = get_global_id(0); float x = o[g];\n" + calls +
            "o[g] = x; }\n")


# The stage before, whose output is the input.
BEFORE = {"group": "lanes", "lanes": "link", "link": "lower", "object": "group", "lower": "translate"}


def executed(source, lanes, stage):
    """Instructions that the compiler executes in the stage, and to read and write IR."""
    options = ["--level=x86-64-v4", f"--lanes={lanes}"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        kernel, ir = folder / "kernel.cl", folder / "before.ll"
        kernel.write_text(source)
        subprocess.run([CC, *options, f"--to={BEFORE[stage]}", kernel, "-o", ir], check=True)
        run = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no",
                              "--cachegrind-out-file=/dev/null", STRIPPED / "lanewise-cc", *options,
                              f"--from={BEFORE[stage]}", f"--to={stage}", ir],
                             check=True, capture_output=True, text=True,
                             env=os.environ | {"LD_LIBRARY_PATH": str(STRIPPED)})
    return int(re.search(r"I +refs: +([\d,]+)", run.stderr)[1].replace(",", ""))


def sizes(source, lanes=None):
    """Instructions and operands of phis in each function after stage group, the entry first."""
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(source)
        file.flush()
        command = [CC, "--to=group", file.name, "-o", "-"]
        command += [f"--lanes={lanes}"] if lanes else []
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    bodies = re.findall(r"^define [^\n]*@\"?([^\"(]+)\"?\([^\n]*\{\n(.*?)^\}", text, re.M | re.S)
    found = {name: len(re.findall(r"^  \S|\], \[", body, re.M)) for name, body in bodies}
    return [found.pop("kernel.k"), *found.values()]


def conditions(count):
    """Conditions of which each uses both of those before, in front of loads that rows share."""
    steps = "".join(f"{{ bool a = n > {100 + 7 * i}, b = n * 3 > {101 + 11 * i}, c = n * 5 > {102 + 13 * i}, d = n * 7 > {103 + 17 * i};\n"
                    "bool next = (p & a) | (q & b); q = (q & c) | (p & d); p = next; }\n" for i in range(count))
    return ("kernel void k(global float *out, global const float *a, int w, uint n) {\n"
            "int x = get_global_id(0), y = get_global_id(1); bool p = n > 5, q = n < 500;\n" + steps +
            "out[y * w + x] = 0; if (p) out[y * w + x] = a[y * w + x] + a[(y + 1) * w + x]; }\n")


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

    def test_barriers_in_nested_loops(self):
        once, twice = sizes(nested(60)), sizes(nested(120))
        # One region has the heads of all loops.
        self.assertLess(sum(twice), 2.2 * sum(once))

    def test_exits_of_one_loop_in_lanes(self):
        once, twice = sizes(returns(100), 16), sizes(returns(200), 16)
        self.assertLess(sum(twice), 2.2 * sum(once))

    def test_barriers_in_cases(self):
        once, twice = sizes(switch(120)), sizes(switch(240))
        # One region has the whole switch.
        self.assertLess(sum(twice), 2.2 * sum(once))

    def test_calls_of_a_large_function(self):
        self.check(rounds, 40)


class Work(unittest.TestCase):
    """Twice the source is at most as much more work as for a function n log n. What does not depend on n cancels."""

    def check(self, family, count, lanes, stage):
        counts = [count, 2 * count, 4 * count]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            once, twice, four = pool.map(lambda n: executed(family(n), lanes, stage), counts)
        n, n2, n4 = (n * math.log(n) for n in counts)
        self.assertGreater(twice, once)
        self.assertLess((four - twice) / (twice - once), (n4 - n2) / (n2 - n),
                        f"{family.__name__} in stage {stage}: {dict(zip(counts, (once, twice, four)))}")

    def test_wide_shuffles_in_one_block(self):
        self.check(shuffles, 8, 1, "object")

    def test_loops_that_fill_private_arrays(self):
        self.check(arrays, 50, 1, "lanes")

    def test_loops_that_fill_private_arrays_in_the_loop_over_work_items(self):
        self.check(arrays, 50, 1, "object")

    def test_exits_of_one_loop(self):
        self.check(exits, 210, 1, "lanes")

    def test_exits_of_one_loop_in_lanes(self):
        self.check(exits, 74, 4, "object")

    def test_loads_from_addresses_that_were_loaded(self):
        self.check(lookups, 150, 4, "lanes")

    def test_conditions_that_use_each_other_twice(self):
        self.check(conditions, 8, 4, "group")

    def test_constants_whose_highest_bits_are_discarded(self):
        self.check(constants, 100, 1, "link")

    def test_branches_of_all_lanes(self):
        self.check(choices, 100, 4, "lanes")

    def test_divergent_branches(self):
        self.check(divergent_choices, 100, 4, "lanes")

    def test_cases_that_fall_through(self):
        self.check(cases_that_fall_through, 40, 4, "lanes")

    def test_comparisons_of_one_value_with_constants(self):
        self.check(equalities, 100, 4, "lanes")

    def test_code_behind_conditions_on_ids(self):
        self.check(guards, 100, 4, "lanes")

    def test_calls_lane_by_lane_in_sub_groups(self):
        self.check(calls_in_sub_groups, 30, 8, "object")

    def test_deep_calls_of_functions_that_use_their_work_item(self):
        self.check(deep_calls, 8, 4, "object")

    def test_deep_calls_of_functions_of_lanes(self):
        self.check(deep_calls, 8, 4, "lanes")

    def test_lists_of_parameters_of_a_function(self):
        self.check(lists_of_parameters, 60, 4, "lanes")

    def test_wide_calls_of_functions_that_use_their_work_item(self):
        self.check(wide_calls, 3, 4, "lower")
        # With fewer, some functions are still inlined.
        self.check(wide_calls, 6, 4, "object")

    def test_guards_in_guards(self):
        self.check(returns_on_ids, 100, 4, "lanes")


if __name__ == "__main__":
    CC, LIBRARY, STRIP = (sys.argv.pop(1) for _ in range(3))
    with tempfile.TemporaryDirectory() as name:
        STRIPPED = pathlib.Path(name)
        # Valgrind does not read the debug information of newer compilers.
        for file in (CC, LIBRARY):
            subprocess.run([STRIP, "-g", "-o", STRIPPED / pathlib.Path(file).name, file], check=True)
        unittest.main()
