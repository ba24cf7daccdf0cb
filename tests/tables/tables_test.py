#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The .def files agree with the OpenCL and SPIR-V headers, with the sources, the tests, the docs."""

import csv
import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, files, header, text, under  # noqa: E402
import api_page  # noqa: E402
import component_pages  # noqa: E402
import contract_tables  # noqa: E402
import repairs_page  # noqa: E402



def rows(path, macro):
    """The columns of the rows of `macro`, split at top-level commas."""
    found = []
    for line in text(ROOT / path).splitlines():
        match = re.match(rf"\s*{macro}\((.*)\)\s*$", line)
        if match and not line.lstrip().startswith("#"):
            columns, depth, column = [], 0, ""
            for c in match.group(1):
                depth += (c in "([{") - (c in ")]}")
                if c == "," and depth == 0:
                    columns.append(column.strip())
                    column = ""
                else:
                    column += c
            found.append(columns + [column.strip()])
    return found


class DeviceLibrary(unittest.TestCase):
    rows = [row for macro in ("MATH", "F32", "INTEGER", "WHOLE", "INLINE")
            for row in rows("builtins/functions.def", "BUILTIN_" + macro)]

    def test_every_instruction_has_its_row(self):
        grammar = json.loads(
            header("spirv/unified1/extinst.opencl.std.100.grammar.json").read_text())
        known = {i["opname"]: i["opcode"] for i in grammar["instructions"]}
        table = {row[1]: int(row[0]) for row in self.rows if row[0] != "kNoOpcode"}
        self.assertEqual(table, known)

    def test_rows_stand_once(self):
        names = [row[1] for row in self.rows]
        self.assertEqual(len(names), len(set(names)))


class ContractTables(unittest.TestCase):
    def test_page_of_the_compiler_has_the_marks_of_the_ir(self):
        self.assertEqual(text(ROOT / contract_tables.PAGE), contract_tables.page())

    def test_marks_are_named_in_their_tables_only(self):
        """Other files use the constants that the rows make."""
        names = {name for table, macros in (("kernel_attributes.def", ["KERNEL_ATTRIBUTE"]),
                                            ("module_flags.def", ["MODULE_FLAG"]),
                                            ("instruction_marks.def", ["INSTRUCTION_MARK", "CALL_ATTRIBUTE"]))
                 for _, name, *_ in contract_tables.rows(table, macros)}
        self.assertGreater(len(names), 50)
        found = [f"{path}: {name}" for path in under("compiler", suffixes=(".cpp", ".h")) for name in names
                 if f'"{name}"' in re.sub(r"//.*", "", text(ROOT / path))]
        self.assertEqual(found, [])


class ComponentPages(unittest.TestCase):
    def test_pages_have_the_files_of_their_components(self):
        for component in component_pages.IDEAS:
            with self.subTest(component=component):
                self.assertEqual(text(ROOT / "compiler" / component / "README.md"), component_pages.page(component))


class TestsThatAreLeftOut(unittest.TestCase):
    def test_each_exists_and_has_a_reason(self):
        """A test of another name would run, and fail."""
        cases = {f"{fixture}.{name}" for path in files() if str(path).startswith("tests/") and path.suffix == ".cpp"
                 for fixture, name in re.findall(r"^TEST(?:_[FP])?\((\w+),\s*(\w+)\)", text(path), re.M)}
        # Tests of CTest whose names CMake makes: add_test(NAME api-${threads}-threads ...).
        patterns = [re.sub(r"\\\$\\\{\w+\\\}", r"\\w+", re.escape(name)) for path in files() if path.name == "CMakeLists.txt"
                    for name in re.findall(r"add_test\(NAME (\S+)", text(path))]
        rows = list(csv.DictReader(line for line in text("tests/qemu.csv").splitlines() if not line.startswith("#")))
        self.assertTrue(rows)
        for row in rows:
            with self.subTest(row["test"]):
                # A case with parameters is Instance/Fixture.Name/Parameter.
                fixture, _, name = row["test"].partition(".")
                self.assertTrue(f"{fixture.split('/')[-1]}.{name.split('/')[0]}" in cases or
                                any(re.fullmatch(pattern, row["test"]) for pattern in patterns), "there is no such test")
                self.assertGreater(len(row["reason"]), 10, row)


class Repairs(unittest.TestCase):
    def test_readme_has_the_rows(self):
        self.assertEqual(text(ROOT / "compiler/repairs/README.md"), repairs_page.page())


class Extensions(unittest.TestCase):
    def setUp(self):
        grammar = json.loads(header("spirv/unified1/spirv.core.grammar.json").read_text())
        kinds = {kind["kind"]: kind for kind in grammar["operand_kinds"]}
        self.capabilities = {e["enumerant"] for e in kinds["Capability"]["enumerants"]}

    def test_capabilities_exist(self):
        named = {name.strip() for group in
                 re.findall(r"\bCAPABILITIES\(([^).]*)\)", text(ROOT / "interface/extensions.def"))
                 for name in group.split(",") if name.strip()}
        self.assertIn("Float64", named)
        self.assertFalse(named - self.capabilities)

    def test_rows_stand_once(self):
        names = [row[0] for macro in ("EXTENSION", "FEATURE")
                 for row in rows("interface/extensions.def", macro)]
        self.assertGreater(len(names), 5)
        self.assertEqual(len(names), len(set(names)))

    def test_page_has_the_rows_of_the_table(self):
        expected = []
        for macro, conditions in (("EXTENSION", 2), ("FEATURE", 1)):
            for name, *version, capabilities, extensions in (
                    row[:4] + row[4 + conditions:] for row in rows("interface/extensions.def", macro)):
                names = re.findall(r"\w+", capabilities)[1:] + re.findall(r'"(\w+)"', extensions)
                expected.append(f"| `{name}` | {'.'.join(version)} | {', '.join(names)} |")
        page = re.findall(r"^\| `\w+`.*", text(ROOT / "docs/extensions.md"), re.M)
        self.assertEqual(page, expected)


class DeviceQueries(unittest.TestCase):
    def test_every_query_of_the_headers_has_a_row(self):
        """cl.h only: an extension adds its queries to the table."""
        queries = header("CL/cl.h").read_text()
        block = queries[queries.index("/* cl_device_info */"):]
        block = block[:block.index("/* cl_context_info */")]
        known = set()
        for line in block.splitlines():
            match = re.match(r"#define (CL_(?:DEVICE|DRIVER)_\w+)\s+0x1[0-9A-Fa-f]{3}\b", line)
            if match:
                known.add(match.group(1))
        # Values of other enumerations share the block.
        known = {name for name in known if not re.match(
            r"CL_DEVICE_(TYPE_\w+|NOT_|PARTITION_(EQUALLY|BY_\w+)|AFFINITY_DOMAIN_\w+)", name)}
        table = {row[0] for macro in ("VALUE", "TEXT", "ARRAY", "ALIAS")
                 for row in rows("icd/device_info.def", macro)}
        self.assertGreater(len(known), 60)
        self.assertFalse(known - table, "queries without a row in icd/device_info.def")


class Passes(unittest.TestCase):
    def table(self):
        """The names of the passes; a class that runs twice has a second name for the second run."""
        names = {}
        for row in rows("compiler/driver/passes.def", "LANEWISE_(?:FUNCTION_|REQUIRED_)?PASS"):
            names.setdefault(row[2], row[0].strip('"'))
        return list(names.values())

    def test_each_has_its_file_and_its_tests(self):
        names = self.table()
        self.assertTrue(names)
        for name in names:
            components = [path.relative_to(ROOT).parts[1]
                          for path in (ROOT / "compiler").rglob(name.replace("-", "_") + ".cpp")]
            self.assertEqual(len(components), 1, f"{name}: one file in one component of compiler/")
            cases = [path for path in files()
                     if path.parts[:4] == ("tests", "passes", components[0], name)]
            self.assertTrue(cases, f"{name}: no tests/passes/{components[0]}/{name}/")

    def test_each_is_defined_as_the_kind_of_its_row(self):
        """The pipeline declares a pass from its row, its file with a macro of compiler/contract/pass.h."""
        macros = {"LANEWISE_PASS": "MODULE_PASS", "LANEWISE_FUNCTION_PASS": "FUNCTION_PASS",
                  "LANEWISE_REQUIRED_PASS": "REQUIRED_MODULE_PASS"}
        defined = {}
        for path in (ROOT / "compiler").rglob("*.[ch]*"):
            for macro, name in re.findall(r"^(\w+_PASS)\((\w+)\);", text(path), re.M):
                defined.setdefault(name, set()).add(macro)
        rows_seen = 0
        for kind, macro in macros.items():
            for row in rows("compiler/driver/passes.def", kind):
                rows_seen += 1
                self.assertEqual(defined.get(row[2]), {macro}, row)
        self.assertGreater(rows_seen, 70)

    def test_each_folder_of_tests_has_its_pass(self):
        components = {path.parts[1] for path in files() if path.parts[0] == "compiler"}
        folders = {path.parts[3] for path in files()
                   if path.parts[:2] == ("tests", "passes") and len(path.parts) > 4
                   and path.parts[2] in components}
        self.assertFalse(folders - set(self.table()) - {"pipeline", "group-fuzz", "lane-fuzz", "collective-fuzz", "call-costs", "growth", "same-code",
                                                       "code-size", "pass-checks", "mutation", "aarch64", "uniformity", "step", "shapes",
                                                       "assumed-strides", "lane-patterns", "masks", "plan"})


class Environment(unittest.TestCase):
    def test_page_has_the_rows_of_the_table(self):
        table = re.findall(r'^CONFIG\(\w+, \w+, (LANEWISE_\w+), "([^"]*)",\s*"([^"]*)"\)',
                           text(ROOT / "runtime/base/config.def"), re.M)
        self.assertGreater(len(table), 10)
        expected = [f"| `{name}` | {f'`{default}`' if default else 'empty'} | {sentence} |"
                    for name, default, sentence in table]
        page = re.findall(r"^\| `LANEWISE_\w+`.*", text(ROOT / "docs/environment.md"), re.M)
        self.assertEqual(page, expected)


class SmallDevices(unittest.TestCase):
    """The tables of LANEWISE_DEVICE and docs/small-devices.md."""

    FORMS = {"Bytes": "size", "Count": "number", "Flag": "0 or 1", "Version": "version", "Sizes": "list",
             "Names": "list", "Text": "text"}

    def section(self, title):
        page = text(ROOT / "docs/small-devices.md")
        return re.findall(r"^\| `.*", page[page.index(f"## {title}"):].split("\n## ")[0], re.M)

    def test_page_has_the_keys_of_the_table(self):
        keys = rows("runtime/device/device_keys.def", "DEVICE_KEY")
        self.assertGreater(len(keys), 10)
        quote = '"'
        self.assertEqual(self.section("Keys"),
                         [f"| `{row[1]}` | {self.FORMS[row[2]]} | {', '.join(row[7:]).strip(quote)} |"
                          for row in keys])

    def test_page_has_the_presets_of_the_table(self):
        table = re.findall(r'^DEVICE_PRESET\(([^,]+), "([^"]*)"\)',
                           text(ROOT / "runtime/device/device_presets.def"), re.M)
        self.assertEqual(len(table), 5)
        self.assertEqual(self.section("Presets"),
                         [f"| `{name}` | {keys.replace(',', ', ')} |" for name, keys in table])

    def test_each_preset_names_its_documents(self):
        lines = text(ROOT / "runtime/device/device_presets.def").splitlines()
        for before, line in zip(lines, lines[1:]):
            if line.startswith("DEVICE_PRESET"):
                self.assertTrue(before.startswith("// "), line)

    def test_names_that_need_a_key_exist(self):
        names = [row[0] for macro in ("EXTENSION", "FEATURE") for row in rows("interface/extensions.def", macro)]
        patterns = [row[0].strip('"') for row in rows("runtime/device/device_needs.def", "DEVICE_NEEDS")]
        self.assertGreater(len(patterns), 10)
        for pattern in patterns:
            self.assertTrue([name for name in names
                             if name == pattern or pattern[-1] == "*" and name.startswith(pattern[:-1])], pattern)


class Api(unittest.TestCase):
    def test_every_function_of_the_headers_has_a_row(self):
        declared = set()
        for name in ("cl.h", "cl_icd.h"):
            declared |= set(re.findall(r"\b(cl[A-Z]\w+)\(", header(f"CL/{name}").read_text()))
        declared = {name for name in declared if not name.endswith("_fn")}
        table = set(re.findall(r"^API\w*\((cl\w+),", text(ROOT / "icd/api.def"), re.M))
        self.assertGreater(len(table), 100)
        self.assertFalse({name for name in declared if name.startswith("cl")} - table)

    def test_built_functions_are_called_by_a_test(self):
        built = re.findall(r"^API\w*\((cl\w+), [\w.]+, [\w/]+, Implemented\)", text(ROOT / "icd/api.def"), re.M)
        self.assertGreater(len(built), 50)
        tests = "".join(text(path) for path in files()
                        if path.parts[:2] == ("tests", "api") and path.suffix in (".cpp", ".h"))
        called = set(re.findall(r"\bcl[A-Z]\w+", tests))
        self.assertFalse(set(built) - called, "not called in tests/api")

    def test_built_functions_stand_in_their_files(self):
        table = re.findall(r"^API\w*\((cl\w+), [\w.]+, ([\w/]+), Implemented\)", text(ROOT / "icd/api.def"),
                           re.M)
        self.assertGreater(len(table), 50)
        for name, component in table:
            with self.subTest(name):
                self.assertRegex(text(ROOT / f"icd/{component}.cpp"), rf"CL_API_CALL\s+{name}\(")

    def test_page_tells_the_state_of_each_command_and_query(self):
        """The page may have additional rows, which come from newer headers."""
        page = set(re.findall(r"^\| `CL_.*|^\| `cl.*", text(ROOT / "docs/api.md"), re.M))
        expected = {line for lines in api_page.rows().values() for line in lines}
        self.assertGreater(len(expected), 300)
        name = re.compile(r"`\w+`")
        known = {name.search(line).group() for line in expected}
        differs = (expected - page) | {
            line for line in page - expected if name.search(line).group() in known}
        self.assertFalse(differs, "python3 tests/tables/api_page.py > docs/api.md")


class ErrorConditions(unittest.TestCase):
    def setUp(self):
        sys.path.insert(0, str(ROOT / "tests/api/conditions"))
        from count import Conditions
        self.conditions = Conditions()

    def test_tests_name_conditions_that_exist(self):
        named = set()
        for path in files():
            if path.parts[:2] == ("tests", "api") and path.suffix in (".cpp", ".h"):
                named |= set(re.findall(r'"(cl\w+/CL_\w+/[\w-]+)"', text(path)))
        self.assertGreater(len(named), 150)
        self.assertFalse(named - self.conditions.known, "no rows of error_conditions.csv")
        self.assertFalse(named & set(self.conditions.untestable),
                         "tested, but untestable.csv says that it cannot be")

    def test_what_cannot_be_tested_exists(self):
        self.assertFalse(self.conditions.problems)

    def test_what_needs_no_memory_is_shown_to_need_none(self):
        claimed = {name.split("/")[0] for name, reason in self.conditions.untestable.items()
                   if reason == "the call needs no memory"}
        self.assertGreater(len(claimed), 30)
        shown = set(re.findall(r'"(cl\w+)"', text(ROOT / "tests/api/no_host_memory_test.cpp")))
        self.assertFalse(claimed - shown)

    def test_every_built_core_function_has_conditions(self):
        """Except functions that return no error."""
        without = {"clGetExtensionFunctionAddress", "clGetExtensionFunctionAddressForPlatform",
                   "clUnloadCompiler", "clSVMAlloc", "clSVMFree"}
        listed = {name.split("/")[0] for name in self.conditions.known}
        registered = set(re.findall(
            r"^API\w*\((cl\w+), \d\.\d, [\w/]+, Implemented\)", text(ROOT / "icd/api.def"), re.M))
        self.assertFalse(registered - listed - without)


class Sandbox(unittest.TestCase):
    families = re.findall(r'^REFUSED_FAMILY\((\w+), "([^"]*)"\)',
                          text(ROOT / "compiler/driver/refused_calls.def"), re.M)
    calls = [row for macro in ("REFUSED_CALL", "REFUSED_UNLESS")
             for row in rows("compiler/driver/refused_calls.def", macro)]
    page = text(ROOT / "docs/security.md")

    def expect_numbers(self, column, headers, pattern):
        """Headers may be older than the table. A call that they lack has no number, or a new one."""
        numbers = header(headers)
        if not numbers.exists():
            self.skipTest("another processor, or no headers of Linux")
        known = {name: number for name, number in reversed(re.findall(pattern, numbers.read_text()))}
        named = {row[1]: row[column] for row in self.calls if row[1] in known}
        self.assertGreater(len(named), 100)
        self.assertEqual(named, {name: known[name] for name in named})
        newest = max(map(int, known.values()))
        for row in self.calls:
            if row[1] not in known and row[column] != "kNone":
                self.assertGreater(int(row[column]), newest, row)

    def test_numbers_of_calls_are_those_of_the_system(self):
        self.expect_numbers(2, "x86_64-linux-gnu/asm/unistd_64.h", r"#define __NR_(\w+) (\d+)")

    def test_numbers_of_calls_on_AArch64_are_those_of_most_processors(self):
        self.expect_numbers(3, "asm-generic/unistd.h", r"#define __NR(?:3264)?_(\w+)\s+(\d+)")

    def test_calls_stand_once(self):
        for column in (1, 2, 3):
            values = [row[column] for row in self.calls if row[column] != "kNone"]
            self.assertEqual(len(values), len(set(values)))

    def test_no_call_is_newer_than_the_newest(self):
        newest = int(re.search(r"kNewestCall = (\d+)",
                               text(ROOT / "compiler/driver/sandbox.cpp")).group(1))
        self.assertLessEqual(max(int(number) for row in self.calls for number in row[2:4] if number != "kNone"), newest)

    def test_page_has_the_families_and_their_calls(self):
        table = text(ROOT / "compiler/driver/refused_calls.def")
        for family, sentence in self.families:
            names = re.findall(rf"^REFUSED_(?:CALL|UNLESS)\({family}, (\w+),", table, re.M)
            row = f"| {family} | {sentence} | {', '.join(f'`{name}`' for name in names)} |"
            self.assertTrue(row in self.page, row)
        self.assertTrue(f"seccomp filter ({len(self.calls)} calls)" in self.page, len(self.calls))

    def test_page_has_the_attempts_of_the_test(self):
        part = {"Landlock": "Landlock", "Filter": "filter"}
        for row in rows("tests/runtime/fake/attempts.def", "ATTEMPT"):
            line = f"| {row[2].strip(chr(34))} | {part[row[0]]} |"
            self.assertTrue(line in self.page, line)


if __name__ == "__main__":
    unittest.main()
