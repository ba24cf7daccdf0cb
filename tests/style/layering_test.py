#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which room may include what: the arrows of ARCHITECTURE.md."""

import re
import unittest

from sources import text, under

# The compiler's face for the host: formats and tables, no code of a compiler.
FACE = {"compiler/compiler.h", "compiler/dependency.h", "compiler/message.h", "compiler/channel.h",
        "compiler/kernel_abi.h", "compiler/extensions.def", "compiler/languages.def",
        "compiler/target_levels.def", "compiler/code_options.def", "compiler/stages.def",
        "compiler/sub_group_sizes.def"}
# {room: (rooms that it may include, single files beside them)}
MAY_INCLUDE = {
    "icd": ({"icd", "runtime"}, set()),
    "runtime": ({"runtime"}, FACE),
    "images": ({"images"}, set()),
    "builtins": ({"builtins"}, {"compiler/target_levels.def"}),
    "compiler": ({"compiler"}, {"builtins/device_library.h",
                                "builtins/opencl_std.h", "builtins/wide_forms.h"}),
}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)


def includes(path):
    return [(bracket, name) for bracket, name in INCLUDE.findall(text(path))]


class Layering(unittest.TestCase):
    def expect_none(self, found, rule):
        self.assertFalse(found, rule + ":\n  " + "\n  ".join(found))

    def test_rooms(self):
        found = []
        for room, (rooms, singles) in MAY_INCLUDE.items():
            for path in under(room):
                for bracket, name in includes(path):
                    if bracket == "<" or name in singles or name.split("/")[0] in rooms:
                        continue
                    found.append(f"{path} includes {name}")
        self.expect_none(found, "against the arrows, or not named from the root")

    def expect_only(self, pattern, allowed, rooms=tuple(MAY_INCLUDE)):
        """Only paths that begin with one of `allowed` may include what matches `pattern`."""
        found = [f"{path} includes {name}" for path in under(*rooms) for _, name in includes(path)
                 if re.match(pattern, name) and not str(path).startswith(allowed)]
        self.expect_none(found, f"only {', '.join(allowed)} may")

    def test_tbb(self):
        self.expect_only(r"(one)?(tbb|api/tbb)/", ("runtime/workers/workers.cpp",))

    def test_llvm(self):
        self.expect_only(r"(llvm|llvm-c|LLVMSPIRVLib)/", ("compiler/",))

    def test_clang(self):
        self.expect_only(r"clang/", ("compiler/frontend/",))

    def test_lld(self):
        self.expect_only(r"lld/", ("compiler/link_object.cpp",))

    def test_no_opencl_header_below_the_runtime(self):
        self.expect_only(r"CL/", ("icd/", "runtime/"))

    def test_environment(self):
        # The compiler helper gets it as it is.
        allowed = ("runtime/base/config.cpp", "runtime/program/compiler_helper.cpp")
        pattern = re.compile(r"\b(secure_)?getenv\s*\(|\benviron\b")
        found = [f"{path}:{number}" for path in under(*MAY_INCLUDE)
                 for number, line in enumerate(text(path).splitlines(), 1)
                 if pattern.search(line.split("//")[0]) and str(path) not in allowed]
        self.expect_none(found, "only runtime/base/config.cpp reads the environment")


if __name__ == "__main__":
    unittest.main()
