#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which components may include each other: the arrows of ARCHITECTURE.md."""

import re
import unittest

from components import may_include, component_of
from sources import ROOT, files, text, under

COMPONENTS = may_include()
TOP = sorted({component.split("/")[0] for component in COMPONENTS})

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)


def includes(path):
    return [(bracket, name) for bracket, name in INCLUDE.findall(text(path))]


def built_components():
    """The components of CMake: name to the paths of its sources, the components and the libraries that it links."""
    found = {}
    for path in files():
        if path.name != "CMakeLists.txt" or path.parts[0] not in TOP:
            continue
        for block in re.findall(r"(?m)^\s*lanewise_component\(([^)]*)\)", text(path)):
            name, *words = re.sub(r"#.*", "", block).split()
            parts, kind = {"SOURCES": [], "COMPONENTS": [], "LIBRARIES": []}, None
            for word in words:
                if word in parts:
                    kind = word
                else:
                    parts[kind].append(word)
            sources = [path.parent / word for word in parts["SOURCES"]]
            if path.parent / "${sources}" in sources:  # all files of the folder
                sources += [file for file in files() if file.parent == path.parent and file.suffix == ".cpp"]
            found[name] = {**parts, "SOURCES": sources}
    return found


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

    def test_components_link_the_target_of_the_headers_of_SPIRV(self):
        """A build with the headers outside /usr/include failed: two components of the runtime did not name their target."""
        built = built_components()

        def public(name):
            """`name` and the components whose include folders it receives."""
            return {name}.union(*(public(other) for other in built.get(name, {"COMPONENTS": ()})["COMPONENTS"]))

        using = [(name, source) for name, parts in built.items() for source in parts["SOURCES"]
                 if (ROOT / source).is_file() and any(header.startswith("spirv/") for _, header in includes(source))]
        self.assertGreater(len(using), 3)
        found = [f"{source} in {name}" for name, source in using
                 if "SPIRV-Headers::SPIRV-Headers" not in public(name) | set(built[name]["LIBRARIES"])]
        self.expect_none(found, "includes a header of SPIR-V, and its component does not link SPIRV-Headers::SPIRV-Headers")

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
