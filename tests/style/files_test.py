#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Style rules that a program can check file by file. Each failure names file and line."""

import ast
import itertools
import re
import shutil
import subprocess
import unittest

from sources import ROOT, files, text, under

SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
# Formats without comments, data that is compared byte for byte, and the licence itself.
NO_SPDX = {".json", ".md", ".spv", ".png", ".bin"}
SOURCE = {".cpp", ".h", ".cl", ".inc", ".py", ".c"}
LONGEST = 600  # lines


# Files that read the words of SPIR-V.
READS_SPIRV = ("compiler/admit/", "compiler/repairs/written_words", "compiler/frontend/spirv_writer",
               "compiler/lower/function_lines")

# Words of a head after which nobody knows more than from the file's name.
LEAST_WORDS = 4


def head(path):
    """The comment at the beginning of a file, without the SPDX line; a docstring in Python."""
    lines = text(path).splitlines()
    if path.suffix == ".py":
        return ast.get_docstring(ast.parse(text(path))) or ""
    begin = 1 if SPDX in (lines or [""])[0] else 0
    comment = itertools.takewhile(lambda line: line.startswith(("//", "/*", "   ")), lines[begin:])
    return " ".join(line.strip("/* ") for line in comment).strip()


def problem_of_head(path):
    found = head(path)
    if not found:
        return "no head"
    if len(found.split()) < LEAST_WORDS:
        return f"a head of less than {LEAST_WORDS} words: '{found}'"
    return ""


class Files(unittest.TestCase):
    def expect_none(self, found, rule):
        self.assertFalse(found, rule + ":\n  " + "\n  ".join(found))

    def test_spdx_line(self):
        found = [str(path) for path in files()
                 if path.suffix not in NO_SPDX and path.name not in ("LICENSE", ".gitignore")
                 # Formats of Debian without comments.
                 and str(path) not in ("debian/changelog", "debian/source/format")
                 and "corpus" not in path.parts
                 and SPDX not in "\n".join(text(path).splitlines()[:4])]
        self.expect_none(found, "no SPDX line in the first lines of")

    def test_heads(self):
        # Tests that are named after what they test, and modules that are data, need no head.
        without = ("tests/api/cl", "tests/spirv/corpus/")
        found = [f"{path}: {problem}" for path in files()
                 if path.suffix in SOURCE | {".def"} and not str(path).startswith(without)
                 and (problem := problem_of_head(path))]
        self.expect_none(found, "begin with the SPDX line and a head that states contents and users")

    def test_length(self):
        found = [f"{path}: {len(text(path).splitlines())} lines" for path in files()
                 if path.suffix in SOURCE and len(text(path).splitlines()) > LONGEST]
        self.expect_none(found, f"more than {LONGEST} lines")

    def test_format(self):
        # Tables, interfaces and the device library are formatted manually.
        tool = shutil.which("clang-format-19")
        if not tool:
            self.skipTest("no clang-format-19")
        paths = under("icd", "runtime", "compiler", "threads", "tests", suffixes=(".cpp", ".h"))
        told = subprocess.run([tool, "--dry-run", *map(str, paths)], cwd=ROOT, capture_output=True,
                              text=True, check=True).stderr
        found = sorted(set(re.findall(r"^(\S+?:\d+):\d+: warning: ", told, re.M)))
        self.expect_none(found, "format with clang-format-19 -i")

    def test_cases_of_googletest_are_named_alike(self):
        """A case is a phrase in PascalCase. A suite is one, too, or a fixture that is named after an entry point."""
        case = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)", re.M)
        found = [f"{path}: {suite}.{name}" for path in under("tests", suffixes=(".cpp", ".h"))
                 for suite, name in case.findall(text(path)) if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or "_" in suite]
        self.expect_none(found, "name in PascalCase")

    def test_no_notes_of_unfinished_work(self):
        words = re.compile(r"\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + r"CK)\b")
        found = [f"{path}:{number}" for path in files() if path.suffix in SOURCE | {".def", ".ll"}
                 for number, line in enumerate(text(path).splitlines(), 1) if words.search(line)]
        self.expect_none(found, "write known gaps to docs/known-problems.md, not to comments")

    def test_comments_begin_with_their_subject(self):
        """A comment is a sentence, and does not end in the name below it: `/// Of a kernel.` above kFlag."""
        begins = re.compile(r"^\s*///? ?(Of|To|With|For|The same|Those|Less)\b")
        comment = re.compile(r"^\s*//")
        unchanged = ("compiler/contract/", "compiler/group/region_marks.h",
                     "interface/kernel_metadata.h")
        found = []
        for path in under("icd", "runtime", "compiler", "interface", "images"):
            if str(path).startswith(unchanged):
                continue
            lines = ["", *text(path).splitlines()]
            found += [f"{path}:{i}: {lines[i].strip()}" for i in range(1, len(lines))
                      if begins.match(lines[i]) and not comment.match(lines[i - 1])]
        self.expect_none(found, "begin with what the sentence is about")

    def test_invalid_values_have_reasons(self):
        bare = re.compile(r"(return |fail\()CL_INVALID_VALUE[;)]")
        found = [f"{path}:{number}" for path in under("icd", "runtime", suffixes=(".cpp", ".h"))
                 for number, line in enumerate(text(path).splitlines(), 1) if bare.search(line)]
        self.expect_none(found, "CL_INVALID_VALUE without a message that names what is wrong")

    def test_names(self):
        found = [str(path) for path in files() if path.suffix in (".cpp", ".h", ".cl", ".def")
                 and not re.fullmatch(r"[a-z0-9_]+|cl[A-Z]\w*_test|lanewise-cc", path.stem)]
        self.expect_none(found, "file names are snake_case (clFunction_test in tests/api)")

    def test_nothing_that_the_oldest_standard_library_lacks(self):
        """A build in Debian 12 failed: its libstdc++ 12 has no std::ranges::contains."""
        pattern = re.compile(r"\b(std::)?ranges::(contains|find_last|fold_|starts_with|ends_with|iota|to\b)"
                             r"|\bviews::(adjacent|as_const|as_rvalue|cartesian_product|chunk|enumerate|join_with|pairwise"
                             r"|repeat|slide|stride|zip)|\bstd::(format|formatter|forward_like|generator|print|println"
                             r"|flat_map|flat_set|mdspan)\b")
        found = [f"{path}:{number}" for path in files() if path.suffix in (".cpp", ".h")
                 for number, line in enumerate(text(path).splitlines(), 1) if pattern.search(line)]
        self.expect_none(found, "needs libstdc++ 13; g++ 12 and Clang in Debian 12 use libstdc++ 12")

    def test_operands_of_SPIRV_are_read_by_their_names(self):
        naked = re.compile(r"\b(words|wordsOf\([^()]*\))(\[\d+\]|\.subspan\(\d)|\b(word|text|stringAt)\([^()]*, \d+\)")
        found = [f"{path}:{number}: {line.strip()}"
                 for path in under("compiler") if str(path).startswith(READS_SPIRV)
                 for number, line in enumerate(text(path).splitlines(), 1) if naked.search(line.split("//")[0])]
        self.expect_none(found, "read the operand as OpTypeInt::kWidth (compiler/admit/operand_at.h)")

    def test_flags_side_by_side_have_names(self):
        # A structure names them ({.reads = true, .writes = false}), or an enum. compiler/lanes/ still has some.
        naked = re.compile(r"^(?!\s*for \().*(?<!\{)\b(true|false), (true|false)\)"
                           r"|\(([^(){}\[\]]*, )?bool \w+( = \w+)?, bool \w+[^{}]*\) (const )?(\{$|= 0)")
        found = [f"{path}:{number}: {line.strip()}"
                 for path in under("icd", "runtime", "compiler", "interface", "threads", suffixes=(".cpp", ".h"))
                 if not str(path).startswith("compiler/lanes/")
                 for number, line in enumerate(text(path).splitlines(), 1) if naked.search(line.split("//")[0])]
        self.expect_none(found, "two booleans side by side")

    def test_headers_are_guarded(self):
        found = [str(path) for path in files() if path.suffix == ".h"
                 and "#pragma once" not in text(path)
                 and "no include guard" not in text(path)]
        self.expect_none(found, "no #pragma once")

    def test_no_path_of_a_machine(self):
        pattern = re.compile(r"(?<![\w/.])/(home|work|root|Users)/\w")
        found = [f"{path}:{number}" for path in files() if path.suffix != ".json"
                 and path.parts[:2] != ("tests", "style")
                 for number, line in enumerate(text(path).splitlines(), 1) if pattern.search(line)]
        self.expect_none(found, "contains an absolute path of a machine")

    def test_no_package_mirror(self):
        pattern = re.compile(r"https?://[A-Za-z0-9.-]+/(debian|ubuntu|simple)\b")
        found = [f"{path}:{number}" for path in files()
                 for number, line in enumerate(text(path).splitlines(), 1) if pattern.search(line)]
        self.expect_none(found, "names a package mirror")

    def test_scripts_can_be_run(self):
        listed = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True)
        for line in listed.stdout.splitlines():
            mode, _, rest = line.partition(" ")
            name = rest.split("\t", 1)[1]
            if (ROOT / name).is_file() and (ROOT / name).read_bytes()[:2] == b"#!":
                self.assertEqual(mode, "100755", f"{name} begins with #! and is not executable")

    def test_unchecked_conditions_only_fall(self):
        found = sum(text(path).count("NOT CHECKED:") for path in files()
                    if path.parts[0] in ("icd", "runtime"))
        allowed = int(text(ROOT / "tests/style/not_checked.txt").split()[-1])
        self.assertLessEqual(found, allowed, "conditions of the specification not enforced")


if __name__ == "__main__":
    unittest.main()
