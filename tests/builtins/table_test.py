#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""opencl_std.def, the grammar of OpenCL.std, the bitcode and the support archives agree.

table_test.py <opencl_std.def> <grammar.json> <library folder> <LLVM's bin folder>
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
REGISTER_BITS = {level: int(bits) for level, bits in re.findall(
    r'^LANEWISE_MICROARCHITECTURE\(\w+, (\w+), "[^"]+", (\d+),', MICROARCHITECTURES.read_text(),
    re.M)}
LEVELS = list(REGISTER_BITS)
# Name and form of the rows that say which functions exist for vectors.
FORMS = dict(re.findall(r"^ +M\((\w+), .*, (\w+), \w+, \w+\)",
                        (TABLE.parent / "math" / "functions.def").read_text(), re.M))
LARGEST_SMALL = 120  # instructions
ROW = re.compile(r"^OPENCL_STD\((\d+), (\w+), (\w+), (\w+), (\w+), (.*), (Here|Missing)\)$", re.M)
LIMITS = re.compile(r"(?:[^,(]|\([^)]*\))+")
# Parameters other than one value of the type per operand.
POINTER = {"fract", "modf", "sincos", "frexp", "lgamma_r"}
INTEGER = {"ldexp", "pown", "rootn"}


def run(tool, *arguments):
    return subprocess.run([LLVM / tool, *arguments], check=True, capture_output=True,
                          text=True).stdout


class Row:
    def __init__(self, match):
        self.opcode, self.name = int(match[1]), match[2]
        self.shape, self.size, self.state = match[3], match[4], match[7]
        limits = [limit.strip() for limit in LIMITS.findall(match[6])]
        assert len(limits) == 4, self.name
        self.types = [t for t, limit in zip(("f32", "f64", "f16"), (limits[0], *limits[2:]))
                      if limit != "none"]

    def symbols(self, operands):
        """The scalar functions of a Map row of floating point."""
        for t in self.types:
            yield f"lw_{self.name}_" + (
                f"{t}_p" if self.name in POINTER else f"{t}_i32" if self.name in INTEGER
                else f"{t}_{t}_p" if self.name == "remquo"
                else "i" + t[1:] if self.name == "nan" else "_".join([t] * operands))

    def isLarge(self, symbol):
        return self.size == "Large" or self.size == "LargeF64" and "_f64" in symbol


ROWS = [Row(match) for match in ROW.finditer(TABLE.read_text())]
INSTRUCTIONS = json.loads(GRAMMAR.read_text())["instructions"]
OPERANDS = {i["opname"]: len(i.get("operands", [])) for i in INSTRUCTIONS}


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
        self.assertEqual({(row.opcode, row.name) for row in ROWS},
                         {(i["opcode"], i["opname"]) for i in INSTRUCTIONS})
        self.assertEqual(len(ROWS), len(INSTRUCTIONS))

    def test_what_the_compiler_expands_is_inline_and_has_no_function(self):
        sources = [COMPILER / "lower" / "opencl_std_inline.cpp",
                   *(COMPILER / "lower").glob("lower_*.cpp")]
        words = set(re.findall(r'"(\w+)"', "".join(source.read_text() for source in sources)))
        intrinsics = set(re.findall(r'\{"(\w+)", llvm::Intrinsic::', sources[0].read_text()))
        self.assertIn("popcount", intrinsics)
        for row in ROWS:
            with self.subTest(row.name):
                if row.shape == "Inline":
                    self.assertIn(row.name, words)
                    self.assertNotRegex("\n".join(FUNCTIONS), rf"(?m)^lw_{row.name}_(r?[fi]\d+|p)")
                elif not row.types:  # those of floating point serve other functions of the library
                    self.assertNotIn(row.name, intrinsics)

    def test_functions_of_rows_exist(self):
        for row in ROWS:
            if row.shape == "Inline":
                continue
            found = [f for f in FUNCTIONS if re.fullmatch(rf"lw_{row.name}_(r?[fi]\d+|p).*", f)]
            with self.subTest(row.name):
                self.assertEqual(bool(found), row.state == "Here")
                if row.shape == "Map" and row.state == "Here":
                    for symbol in row.symbols(OPERANDS[row.name]):
                        self.assertIn(symbol, FUNCTIONS)

    def test_size_is_what_the_code_is(self):
        for row in ROWS:
            if row.shape != "Map" or not row.types or row.state == "Missing":
                continue
            for symbol in row.symbols(OPERANDS[row.name]):
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


    def test_code_generation_needs_only_the_archive(self):
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
        names = run("llvm-nm", "--defined-only", "-j", LIBRARY / "support-v2.a").split()
        self.assertIn("__truncsfhf2", needed)
        self.assertEqual(needed - set(names), set())


class SupportArchive(unittest.TestCase):
    def test_every_member_links_without_undefined_symbols(self):
        for level in LEVELS:
            archive = LIBRARY / f"support-{level}.a"
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
                    LIBRARY / f"support-{level}.a")
                self.assertEqual(run("llvm-nm", "-D", "--defined-only", linked).strip(), "")

    def test_has_the_large_functions_and_what_code_generation_calls(self):
        large = {f for f, (noinline, _) in FUNCTIONS.items() if noinline}
        called = {"memcpy", "memmove", "memset", "memcmp", "fma", "fmaf", "__extendhfsf2",
                  "__truncsfhf2", "__truncdfhf2", "__multi3", "__udivti3", "__umodti3",
                  "__divti3", "__modti3", "__atomic_load_16", "__atomic_compare_exchange_16"}
        for level in LEVELS:
            names = run("llvm-nm", "--defined-only", "-j", LIBRARY / f"support-{level}.a").split()
            self.assertEqual((large | called) - set(names), set(), level)


class WideArchive(unittest.TestCase):
    def test_has_the_forms_of_wide_rows_and_no_others(self):
        self.assertGreater(list(FORMS.values()).count("Wide"), 60)
        self.assertEqual(set(FORMS.values()) - {"Wide", "Cheap", "Full"}, set())
        scalar = {f for f in FUNCTIONS if re.match(r"lw_\w+?_[fi](16|32|64)(_|$)", f)}
        for level, registerBits in REGISTER_BITS.items():
            expected = set()
            for function in scalar if registerBits >= 256 else ():
                name, bits, rest = re.fullmatch(r"lw_(\w+?)_([fi]\d+)((?:_[fi]\d+|_p)*)", function).groups()
                if FORMS.get(name) in (None, "Full"):
                    continue
                size = int(bits[1:])
                for lanes in 4, 8, 16:
                    if lanes * size >= 128 and lanes * max(size, 32) <= registerBits:
                        expected.add(f"lw_{name}_{bits}x{lanes}"
                                     + re.sub(r"_([fi]\d+)", rf"_\1x{lanes}", rest))
            archive = LIBRARY / f"wide-{level}.a"
            found = set(re.findall(r"^lw_\w+$", run("llvm-nm", "--defined-only", "-j", archive), re.M)
                        ) if expected else set()
            self.assertEqual(expected, found, level)

    def test_every_member_needs_the_support_archive_alone(self):
        for level in (level for level, bits in REGISTER_BITS.items() if bits >= 256):
            with tempfile.TemporaryDirectory() as folder:
                run("ld.lld", "-shared", "-z", "defs", "-o", Path(folder) / "out.so",
                    "--whole-archive", LIBRARY / f"wide-{level}.a", "--no-whole-archive",
                    LIBRARY / f"support-{level}.a")


unittest.main(argv=sys.argv[:1])
