#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Properties of our libraries as plug-ins of other processes.

Usage: library_test.py <liblanewise.so> <liblanewise-compiler.so> <liblanewise-onetbb.so>
"""

import re
import subprocess
import sys
import unittest

from sources import ROOT, text

LIBRARY = COMPILER = ONETBB = None


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Library(unittest.TestCase):
    def test_exports_are_those_of_the_map(self):
        wanted = set(re.findall(r"^\s+(cl\w+);", text(ROOT / "icd/exports.map"), re.M))
        exported = {line.split()[-1].split("@")[0]
                    for line in output("nm", "-D", "--defined-only", LIBRARY).splitlines()}
        self.assertEqual(exported - {"LANEWISE"}, wanted)

    def test_no_llvm(self):
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", LIBRARY))
        self.assertFalse([name for name in needed if re.search("LLVM|clang|SPIRV", name)], needed)

    def test_no_library_needs_onetbb(self):
        """A missing or old oneTBB left the application without the platform, and a package with a dependency."""
        for library in LIBRARY, COMPILER, ONETBB:
            self.assertNotIn("libtbb", output("readelf", "-d", library), library)
        self.assertNotIn("tbb", output("nm", "-D", "--undefined-only", ONETBB))
        # It uses the one that the process has, else the system's.
        self.assertNotRegex(output("readelf", "-d", ONETBB), "RPATH|RUNPATH")

    def test_the_library_for_onetbb_exports_one_name(self):
        exported = [line.split()[-1] for line in output("nm", "-D", "--defined-only", ONETBB).splitlines()]
        self.assertEqual([name for name in exported if not name.startswith("_ZTV")], ["lanewiseOneTbbCalls2"])

    def test_units_of_passes_have_the_types_of_llvm(self):
        """llvm::any_cast failed in the library: no loop was too long for a pass, and --verify-each checked nothing."""
        if "libLLVM" not in output("readelf", "-d", COMPILER):
            self.skipTest("LLVM is linked in")
        symbols = output("nm", "-C", COMPILER).splitlines()
        types = [line for line in symbols if "llvm::Any::TypeId<" in line]
        self.assertTrue(types)
        self.assertFalse([line for line in types if " U " not in line], "variables of our own")

    def test_stay_mapped(self):
        for library in (LIBRARY, ONETBB):
            self.assertIn("NODELETE", output("readelf", "-d", library), library)

    def test_no_static_constructors(self):
        """The only entry of .init_array is the C compiler's frame_dummy."""
        sizes = [int(size, 16) for size in re.findall(
            r"\s\.init_array\s+INIT_ARRAY\s+\S+\s+\S+\s+(\S+)", output("readelf", "-SW", LIBRARY))]
        self.assertLessEqual(sum(sizes), 8, "bytes of .init_array: " + str(sizes))

    def test_no_exit_time_destructors(self):
        """Nothing registers destructors of objects of static storage duration."""
        undefined = output("nm", "-D", "--undefined-only", LIBRARY)
        self.assertNotIn("__cxa_atexit", undefined)

    def test_uses_nothing_of_the_standard_library_that_allocates_or_releases_for_it(self):
        """docs/design/own-memory.md. A name that is not listed here may exchange memory with the library."""
        harmless = re.compile(
            r"(std::(__detail::_List_node_base::|__detail::_Prime_rehash_policy::|_Rb_tree_|condition_variable::"
            r"|__throw_|__once_call|chrono::|terminate\(|uncaught_exception|nothrow|bad_weak_ptr::|bad_alloc::"
            r"|__cxx11::basic_string<.*>::_M_replace_cold\())"
            r"|__once_proxy|__cxa_|__gxx_personality_v0|(typeinfo|vtable) for (std::|__cxxabiv1::)")
        used = [line.split(maxsplit=1)[-1].rsplit("@", 1)[0] for line in
                output("nm", "-D", "-C", "--undefined-only", LIBRARY).splitlines()
                if re.search("@(GLIBCXX|CXXABI)_", line)]
        self.assertGreater(len(used), 10)
        self.assertFalse([name for name in used if not harmless.match(name)])

    def test_symbols_are_bound_at_load(self):
        for library in (LIBRARY, COMPILER, ONETBB):
            self.assertIn("NOW", output("readelf", "-d", library), library)

    def test_no_executable_stack_and_no_writable_code(self):
        for line in output("readelf", "-lW", LIBRARY).splitlines():
            if re.match(r"\s+(LOAD|GNU_STACK)", line):
                self.assertNotRegex(line, r"\bRWE\b")


if __name__ == "__main__":
    ONETBB = sys.argv.pop()
    COMPILER = sys.argv.pop()
    LIBRARY = sys.argv.pop()
    unittest.main()
