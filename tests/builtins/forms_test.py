#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The library has every instruction of OpenCL.std for every type and vector size that the instruction
takes, and the core instructions that become calls.

forms_test.py <functions.def> <grammar.json> <device.txt: the index of the library's functions>

table_test.py asks for the rows, and that the compiler expands those that are `Inline`; this one for the
forms of the others. What an instruction takes is said here by the
families of the specification, not read from the library.
"""
import itertools
import json
import re
import sys
import unittest
from pathlib import Path

TABLE, GRAMMAR, INDEX = (Path(argument) for argument in sys.argv[1:4])
FUNCTIONS = {line.split()[0] for line in INDEX.read_text().splitlines()}
OPERANDS = {i["opname"]: len(i.get("operands", []))
            for i in json.loads(GRAMMAR.read_text())["instructions"]}

FLOATS, INTEGERS = ("f16", "f32", "f64"), ("i8", "i16", "i32", "i64")
TYPES = FLOATS + INTEGERS
SIZES = (1, 2, 3, 4, 8, 16)
MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")

# Instructions of floating point whose operands are not one value of the type each.
WITH_POINTER = ("fract", "frexp", "lgamma_r", "modf", "sincos")
WITH_INTEGER = ("ldexp", "pown", "rootn")
GEOMETRIC = ("distance", "length", "normalize", "fast_distance", "fast_length", "fast_normalize")
ONLY_32_BITS = ("s_mad24", "u_mad24", "s_mul24", "u_mul24")
# Expanded by the compiler, for every type and size alike.
INLINE = set(re.findall(r"^BUILTIN_INLINE\(\d+, (\w+)\)", TABLE.read_text(), re.M))


def wide(element, size):
    return element if size == 1 else f"{element}x{size}"


def bits(element):
    return element[1:]


def vector_data(name):
    """Forms of loads, stores and shuffles."""
    sizes, halves = SIZES[1:], ("f32", "f64")
    forms = {
        "vload_half": ["rf32_i64_p"],
        "vload_halfn": [f"r{wide('f32', n)}_i64_p_i32" for n in sizes],
        "vloada_halfn": [f"r{wide('f32', n)}_i64_p_i32" for n in sizes],
        "vstore_half": [f"{t}_i64_p" for t in halves],
        "vstore_half_r": [f"{t}_i64_p_i32" for t in halves],
        "vstore_halfn": [f"{wide(t, n)}_i64_p" for t in halves for n in sizes],
        "vstorea_halfn": [f"{wide(t, n)}_i64_p" for t in halves for n in sizes],
        "vstore_halfn_r": [f"{wide(t, n)}_i64_p_i32" for t in halves for n in sizes],
        "vstorea_halfn_r": [f"{wide(t, n)}_i64_p_i32" for t in halves for n in sizes],
    }
    if name in ("shuffle", "shuffle2"):
        operands = int(name == "shuffle2") + 1
        return ["_".join([f"{t}x{n}"] * operands + [f"i{bits(t)}x{mask}"])
                for t in TYPES for n in (2, 4, 8, 16) for mask in (2, 4, 8, 16)]
    return forms.get(name)


def forms(name):
    """Suffixes of the functions of an instruction of OpenCL.std."""
    if (known := vector_data(name)) is not None:
        return known
    count = OPERANDS[name]
    if name in GEOMETRIC:
        return ["_".join([wide(t, n)] * count) for t in FLOATS for n in SIZES]
    if name == "cross":
        return [f"{t}x{n}_{t}x{n}" for t in FLOATS for n in (3, 4)]
    if name == "nan":
        return [f"i{bits(t)}" for t in FLOATS]
    if name in WITH_POINTER:
        return [f"{t}_p" for t in FLOATS]
    if name in WITH_INTEGER:
        return [f"{t}_i32" for t in FLOATS]
    if name == "remquo":
        return [f"{t}_{t}_p" for t in FLOATS]
    if name.startswith(("half_", "native_")):
        return ["_".join(["f32"] * count)]
    if name in ONLY_32_BITS:
        return ["_".join(["i32"] * count)]
    if name.endswith("upsample"):
        return [f"{t}_{t}" for t in INTEGERS[:3]]
    integers = name.startswith(("s_", "u_"))
    return ["_".join([t] * count) for t in (INTEGERS if integers else FLOATS)]


def core_forms():
    """Names of the core instructions that become calls of the library."""
    for mode, saturated in itertools.product(MODES, ("", "_sat")):
        for to, of in itertools.product(INTEGERS, FLOATS):
            for sign in "SU":
                yield f"ConvertFTo{sign}_r{to}{saturated}{mode}_{of}"
    for mode in MODES:
        for to, of in itertools.product(FLOATS, INTEGERS):
            for sign in "SU":
                yield f"Convert{sign}ToF_r{to}{mode}_{of}"
        for to, of in itertools.permutations(FLOATS, 2):
            yield f"FConvert_r{to}{mode}_{of}"
    for to, of in itertools.product(INTEGERS, INTEGERS):
        yield from (f"SatConvertSToU_r{to}_{of}", f"SatConvertUToS_r{to}_{of}")
    for t in FLOATS:
        yield from (f"Dot_{wide(t, n)}_{wide(t, n)}" for n in SIZES)


class Forms(unittest.TestCase):
    def test_every_instruction_of_the_grammar_in_every_form(self):
        for name in OPERANDS:
            if name in INLINE:
                continue
            with self.subTest(name):
                wanted = {f"lw_{name}_{form}" for form in forms(name)}
                self.assertTrue(wanted)
                self.assertEqual(wanted - FUNCTIONS, set())

    def test_core_instructions_that_become_calls(self):
        wanted = {f"lw_{form}" for form in core_forms()}
        self.assertEqual(wanted - FUNCTIONS, set())


unittest.main(argv=sys.argv[:1])
