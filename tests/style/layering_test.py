#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which components may include each other: the arrows of ARCHITECTURE.md."""

import re
import unittest

from components import may_include, component_of
from sources import text, under

COMPONENTS = may_include()
TOP = sorted({component.split("/")[0] for component in COMPONENTS})

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)


def includes(path):
    return [(bracket, name) for bracket, name in INCLUDE.findall(text(path))]


class Layering(unittest.TestCase):
    def expect_none(self, found, rule):
        self.assertFalse(found, rule + ":\n  " + "\n  ".join(found))

    def test_components(self):
        found = [f"{path} is in no component" for path in under(*TOP)
                 if component_of(path) not in COMPONENTS and includes(path)]
        for path in under(*TOP):
            for bracket, name in includes(path):
                allowed = COMPONENTS.get(component_of(path), ())
                if bracket == '"' and component_of(name) not in allowed:
                    found.append(f"{path} includes {name}")
        self.expect_none(found, "against the order of components, or not named from the root")

    def expect_only(self, pattern, allowed, components=tuple(TOP)):
        """Only paths that begin with one of `allowed` may include what matches `pattern`."""
        found = [f"{path} includes {name}"
                 for path in under(*components) for _, name in includes(path)
                 if re.match(pattern, name) and not str(path).startswith(allowed)]
        self.expect_none(found, f"only {', '.join(allowed)} may")

    def test_tbb(self):
        self.expect_only(r"(one)?(tbb|api/tbb)/", ("runtime/workers/onetbb_arenas.cpp",))

    def test_llvm(self):
        self.expect_only(r"(llvm|llvm-c|LLVMSPIRVLib)/", ("compiler/", "builtins/passes/"))

    def test_clang(self):
        self.expect_only(r"clang/", ("compiler/frontend/",))

    def test_lld(self):
        self.expect_only(r"lld/", ("compiler/codegen/link_object.cpp",))

    def test_no_opencl_header_below_the_runtime(self):
        self.expect_only(r"CL/", ("icd/", "runtime/"))

    def test_environment(self):
        # The compiler process inherits the environment unchanged.
        allowed = ("runtime/base/config.cpp", "runtime/compiler_process/compiler_process.cpp")
        pattern = re.compile(r"\b(secure_)?getenv\s*\(|\benviron\b")
        found = [f"{path}:{number}" for path in under(*TOP)
                 for number, line in enumerate(text(path).splitlines(), 1)
                 if pattern.search(line.split("//")[0]) and str(path) not in allowed]
        self.expect_none(found, "only runtime/base/config.cpp reads the environment")


if __name__ == "__main__":
    unittest.main()
