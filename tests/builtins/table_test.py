#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""functions.def, the grammar of OpenCL.std, the bitcode and the archives agree.

table_test.py <functions.def> <grammar.json> <library folder> <LLVM's bin folder>
"""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TABLE, GRAMMAR, LIBRARY, LLVM = (Path(argument) for argument in sys.argv[1:5])
COMPILER = TABLE.parent.parent / "compiler"
MICROARCHITECTURES = TABLE.parent.parent / "interface" / "microarchitectures.def"
# The width of vector registers at each level that the build has.
VECTOR_BITS = {level: int(bits) for level, bits in re.findall(
    r'^LANEWISE_MICROARCHITECTURE\(\w+, (\w+), "[^"]+", (\d+),', MICROARCHITECTURES.read_text(),
    re.M) if (LIBRARY / f"runtime-library-{level}.a").exists()}
LEVELS = list(VECTOR_BITS)
assert LEVELS, f"no archives in {LIBRARY}"
LARGEST_SMALL = 120  # instructions
ROW = re.compile(r"^BUILTIN_(MATH|F32|INTEGER|WHOLE|INLINE)\((\w+), (\w+)(?:, (.*))?\)$", re.M)
# What follows lw_<name> of a function of floating point, by its arguments.
SUFFIXES = {"X": "_{t}", "XY": "_{t}_{t}", "XYZ": "_{t}_{t}_{t}", "XN": "_{t}_i32", "XP": "_{t}_p",
            "XQ": "_{t}_p", "XYQ": "_{t}_{t}_p", "B": "_i{bits}", "ToI": "_{t}"}


def run(tool, *arguments):
    return subprocess.run([LLVM / tool, *arguments], check=True, capture_output=True,
                          text=True).stdout


class Row:
    def __init__(self, match):
        self.kind, self.name = match[1], match[3]
        self.opcode = None if match[2] == "kNoOpcode" else int(match[2])
        self.types = {"MATH": ("f32", "f64", "f16"), "F32": ("f32",)}.get(self.kind, ())
        if self.types:
            _, self.size, self.arguments, _, self.variants = match[4].split(", ")[:5]

    def symbols(self):
        """The scalar functions of a row of floating point."""
        for t in self.types:
            yield f"lw_{self.name}" + SUFFIXES[self.arguments].format(t=t, bits=t[1:])

    def isLarge(self, symbol):
        return self.size == "Large" or self.size == "LargeF64" and "_f64" in symbol


ROWS = [Row(match) for match in ROW.finditer(TABLE.read_text())]
INSTRUCTIONS = json.loads(GRAMMAR.read_text())["instructions"]


def bitcodeFunctions():
    """Name -> (noinline, number of instructions), and the undefined names."""
    text = run("llvm-dis", LIBRARY / "device.bc", "-o", "-")
    groups = dict(re.findall(r"^attributes (#\d+) = \{(.*)\}$", text, re.M))
    functions = {}
    for head, body in re.findall(r"^define (.*?) \{\n(.*?)^\}", text, re.M | re.S):
        name = re.search(r"@([\w.]+)\(", head)[1]
        attributes = groups[re.search(r"(#\d+)", head)[1]]
        functions[name] = ("noinline" in attributes, len(re.findall(r"^  \S", body, re.M)))
    undefined = [n for n in re.findall(r"^declare .*?@([\w.]+)\(", text, re.M)
                 if not n.startswith("llvm.")]
    return functions, undefined, groups


FUNCTIONS, UNDEFINED, ATTRIBUTES = bitcodeFunctions()


class Table(unittest.TestCase):
    def test_rows_are_those_of_the_grammar(self):
        rows = [(row.opcode, row.name) for row in ROWS if row.opcode is not None]
        self.assertEqual(sorted(rows), sorted((i["opcode"], i["opname"]) for i in INSTRUCTIONS))

    def test_rows_stand_once_and_below_their_family(self):
        self.assertEqual(len({row.name for row in ROWS}), len(ROWS))
        family = None
        for line in TABLE.read_text().splitlines():
            if match := re.match(r"BUILTIN_FAMILY\((\w+)\)", line):
                family = match[1]
            elif match := re.match(r"BUILTIN_(?:MATH|F32)\(\w+, (\w+), (\w+),", line):
                self.assertEqual(match[2], family, match[1])

    def test_what_the_compiler_expands_is_inline_and_has_no_function(self):
        sources = [COMPILER / "lower" / "opencl_std_inline.cpp",
                   *(COMPILER / "lower").glob("lower_*.cpp")]
        words = set(re.findall(r'"(\w+)"', "".join(source.read_text() for source in sources)))
        intrinsics = set(re.findall(r'\{"(\w+)", llvm::Intrinsic::', sources[0].read_text()))
        self.assertIn("popcount", intrinsics)
        for row in ROWS:
            with self.subTest(row.name):
                if row.kind == "INLINE":
                    self.assertIn(row.name, words)
                    self.assertNotRegex("\n".join(FUNCTIONS), rf"(?m)^lw_{row.name}_(r?[fi]\d+|p)")
                elif not row.types:  # those of floating point serve other functions of the library
                    self.assertNotIn(row.name, intrinsics)

    def test_functions_of_rows_exist(self):
        for row in ROWS:
            if row.kind == "INLINE":
                continue
            found = [f for f in FUNCTIONS if re.fullmatch(rf"lw_{row.name}_(r?[fi]\d+|p).*", f)]
            with self.subTest(row.name):
                self.assertTrue(found)
                for symbol in row.symbols():
                    self.assertIn(symbol, FUNCTIONS)

    def test_size_is_what_the_code_is(self):
        for row in ROWS:
            for symbol in row.symbols():
                with self.subTest(symbol):
                    noinline, instructions = FUNCTIONS[symbol]
                    self.assertEqual(noinline, row.isLarge(symbol))
                    if not noinline:
                        self.assertLessEqual(instructions, LARGEST_SMALL)


class Bitcode(unittest.TestCase):
    def test_needs_nothing(self):
        self.assertEqual(UNDEFINED, [])

    def test_has_no_attribute_that_blocks_inlining_or_relaxes_arithmetic(self):
        for attributes in ATTRIBUTES.values():
            self.assertNotRegex(attributes, "target-cpu|target-features|no-builtins|unsafe-fp-math"
                                            "|no-nans|no-infs|denormal-fp-math|sspstrong|uwtable")

    def test_has_no_fast_flag(self):
        text = run("llvm-dis", LIBRARY / "device.bc", "-o", "-")
        self.assertNotRegex(text, r"\b(fadd|fmul|fsub|fdiv|call) (fast|nnan|ninf|nsz|arcp|contract"
                                  r"|afn|reassoc)\b")


    def test_code_generation_needs_only_the_runtime_library(self):
        """v2 has neither fma nor f16: whatever other levels ask for, it does too."""
        text = run("llvm-dis", LIBRARY / "device.bc", "-o", "-")
        text = re.sub(r"^target datalayout.*\n", "", text, flags=re.M)
        text = re.sub(r'^target triple.*$', 'target triple = "x86_64-linux-gnu"', text, flags=re.M)
        with tempfile.TemporaryDirectory() as folder:
            source, compiled = Path(folder) / "device.ll", Path(folder) / "device.o"
            source.write_text(text)
            run("llc", "-O1", "-mcpu=x86-64-v2", "-relocation-model=pic", "-filetype=obj",
                source, "-o", compiled)
            needed = set(run("llvm-nm", "-u", "-j", compiled).split())
        names = run("llvm-nm", "--defined-only", "-j", LIBRARY / "runtime-library-v2.a").split()
        self.assertIn("__truncsfhf2", needed)
        # The pass expand-scaling replaces llvm.ldexp.
        self.assertEqual(needed - set(names), {"ldexp", "ldexpf"})


class RuntimeLibrary(unittest.TestCase):
    def test_every_member_links_without_undefined_symbols(self):
        for level in LEVELS:
            archive = LIBRARY / f"runtime-library-{level}.a"
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([LLVM / "llvm-ar", "x", archive], check=True, cwd=folder)
                members = sorted(Path(folder).glob("*.o"))
                self.assertGreater(len(members), 10)
                for member in members:
                    with self.subTest(f"{level} {member.name}"):
                        run("ld.lld", "-shared", "-z", "defs", "-o", Path(folder) / "out.so",
                            member, archive)

    def test_exports_nothing(self):
        for level in LEVELS:
            with tempfile.TemporaryDirectory() as folder:
                linked = Path(folder) / "out.so"
                run("ld.lld", "-shared", "-z", "defs", "-o", linked, "--whole-archive",
                    LIBRARY / f"runtime-library-{level}.a")
                self.assertEqual(run("llvm-nm", "-D", "--defined-only", linked).strip(), "")

    def test_has_the_large_functions_and_what_code_generation_calls(self):
        large = {f for f, (noinline, _) in FUNCTIONS.items() if noinline}
        called = {"memcpy", "memmove", "memset", "memcmp", "fma", "fmaf", "fmaxf", "fminf", "__extendhfsf2",
                  "__truncsfhf2", "__truncdfhf2", "__multi3", "__udivti3", "__umodti3",
                  "__divti3", "__modti3", "__atomic_load_16", "__atomic_compare_exchange_16"}
        for level in LEVELS:
            names = run("llvm-nm", "--defined-only", "-j", LIBRARY / f"runtime-library-{level}.a").split()
            self.assertEqual((large | called) - set(names), set(), level)


class VectorVariants(unittest.TestCase):
    def test_archives_define_the_variants_of_the_rows_and_no_others(self):
        rows = [row for row in ROWS if row.types]
        self.assertEqual({row.variants for row in rows}, {"Always", "FromFour", "OfFull"})
        for level, bits in VECTOR_BITS.items():
            expected = set()
            for row in rows:
                for symbol in row.symbols() if row.variants != "OfFull" else ():
                    size = int(re.match(rf"lw_{row.name}_[fi](\d+)", symbol)[1])
                    for lanes in (128 // max(size, 32),) if bits == 128 else (4, 8, 16):
                        if lanes * max(size, bits == 128 and 32) >= 128 and lanes * max(size, 32) <= bits:
                            suffix = symbol[len("lw_" + row.name):]
                            expected.add("lw_" + row.name
                                         + re.sub(r"_([fi]\d+)", rf"_\1x{lanes}", suffix))
            archive = LIBRARY / f"vector-variants-{level}.a"
            found = set(re.findall(r"^lw_\w+$", run("llvm-nm", "--defined-only", "-j", archive), re.M))
            self.assertEqual(expected, found, level)

    def test_every_member_needs_the_runtime_library_alone(self):
        for level in LEVELS:
            with tempfile.TemporaryDirectory() as folder:
                run("ld.lld", "-shared", "-z", "defs", "-o", Path(folder) / "out.so",
                    "--whole-archive", LIBRARY / f"vector-variants-{level}.a", "--no-whole-archive",
                    LIBRARY / f"runtime-library-{level}.a")


unittest.main(argv=sys.argv[:1])
