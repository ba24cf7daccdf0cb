#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links and paths that documents and comments contain exist."""

import pathlib
import re
import unittest

from components import COMPILER, RUNTIME, TOP as FOLDERS
from sources import ROOT, files, text

TOP = sorted({path.parts[0] for path in files() if len(path.parts) > 1 and path.parts[0][0] != "."})
# A path that begins with a folder of the root and ends with a suffix or a slash.
PATH = re.compile(r"(?<![\w/.<>$}~-])(?:" + "|".join(map(re.escape, TOP)) + r")/(?:[\w-]+[/.])*[\w-]*(?![\w*<{/.-])")
# The name of a source file.
NAME = re.compile(r"(?<![\w/.<>*-])[a-z_]{4,}\.(?:cpp|h|def|py)\b")
CODE = (".cpp", ".h", ".def")
# What a page of docs/how-to/ creates in its examples.
CREATED = re.compile(r"^ *```\w+ create (\S+)$", re.M)
# Documents with longer lines of prose; no new ones.
LONG_LINES = ("THIRD-PARTY.md", "compiler/", "packaging/", "tests/README.md")
LINK = re.compile(r"\[[^\]]*\]\(([^):]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)


def anchor(heading):
    """What a link to a heading has behind #."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def leads_nowhere(path, link):
    """True for a link of a document to a file or a heading that does not exist."""
    name, _, fragment = link.partition("#")
    target = ROOT / path.parent / name if name else ROOT / path
    if not target.exists():
        return True
    return bool(fragment) and fragment not in map(anchor, HEADING.findall(text(target)))


class Documents(unittest.TestCase):
    def expect_none(self, found, rule):
        self.assertFalse(found, rule + ":\n  " + "\n  ".join(found))

    def documents(self):
        return [path for path in files() if path.suffix == ".md"]

    def test_links_lead_to_files_and_headings(self):
        found = [f"{path}: {link}" for path in self.documents() for link in LINK.findall(text(path))
                 if leads_nowhere(path, link)]
        self.expect_none(found, "links to nothing")

    def test_a_link_to_a_missing_heading_is_found(self):
        page = pathlib.Path("README.md")
        self.assertFalse(leads_nowhere(page, "docs/install.md#python-environments"))
        self.assertTrue(leads_nowhere(page, "docs/install.md#no-such-heading"))
        self.assertTrue(leads_nowhere(page, "docs/no-such-page.md#python-environments"))

    def test_paths_in_documents_exist(self):
        found = [f"{path}: {name}" for path in self.documents() for name in PATH.findall(text(path))
                 if not (ROOT / name).exists() and not (ROOT / path.parent / name).exists()
                 and name not in CREATED.findall(text(path))]
        self.expect_none(found, "no such file or folder")

    def test_files_in_comments_exist(self):
        names = {path.name for path in files()}
        found = []
        for path in files():
            if path.suffix not in CODE:
                continue
            for number, line in enumerate(text(path).splitlines(), 1):
                comment = line.partition("//")[2]
                wrong = [name for name in PATH.findall(comment) if name.endswith(CODE) and
                         not (ROOT / name).exists() and not (ROOT / path.parent / name).exists()]
                wrong += [name for name in NAME.findall(comment) if name not in names]
                found += [f"{path}:{number}: {name}" for name in wrong]
        self.expect_none(found, "no such file")

    def test_known_problems_have_symptom_cause_test_and_upstream(self):
        page = text(ROOT / "docs/known-problems.md")
        entries = re.split(r"^### ", page, flags=re.M)[1:]
        self.assertGreater(len(entries), 10)
        found = []
        for entry in entries:
            title = entry.splitlines()[0]
            parts = re.findall(r"^- \*\*(\w+)\.\*\* (\S.*)", entry, re.M)
            if [name for name, _ in parts] != ["Symptom", "Cause", "Test", "Upstream"]:
                found.append(f"{title}: not Symptom, Cause, Test, Upstream, in this order")
            elif not re.match(r"none\.|`tests/", dict(parts)["Test"]):
                found.append(f"{title}: neither a file or folder of tests/ nor none")
        self.expect_none(found, "entries of docs/known-problems.md")

    def test_lines_of_prose_have_at_most_120_columns(self):
        # Rows of tables, blocks of code and what programs write have lines of any length.
        found = []
        for path in self.documents():
            if str(path).startswith(LONG_LINES):
                continue
            fenced = False
            for number, line in enumerate(text(path).splitlines(), 1):
                fenced ^= line.lstrip().startswith("```")
                if len(line) > 120 and not fenced and not re.match(r" *\||    |<!--| *```", line):
                    found.append(f"{path}:{number}: {len(line)} columns")
        self.expect_none(found, "break the line")

    def test_building_page_has_the_packages_of_a_build(self):
        listed = re.search(r"\nbuild_packages=\(([^)]*)\)", text(ROOT / "setup"))[1].split()
        self.assertIn(" ".join(listed), " ".join(text(ROOT / "docs/building.md").split()))

    def test_compiler_readme_has_the_names_in_ir(self):
        # Attributes, metadata, module flags and calls: constants in headers, rows of .def files.
        constant = re.compile(r'(?:StringLiteral \w+ = |^[A-Z_]+\(\w+, )"(lanewise[.-][\w.-]*\w)"', re.M)
        code = {name for path in files() if path.parts[0] == "compiler" and path.suffix in CODE
                for name in constant.findall(text(path))}
        page = text(ROOT / "compiler/README.md")
        named = set(re.findall(r"lanewise[.-]\w[\w.-]*\w", page))
        short = set(re.findall(r"`(?:i\d+ |ptr |void )?@?(?:lanewise\.)?(\w+)(?:\([^`]*\))?`", page))
        self.expect_none(sorted(name for name in code if name not in named
                                and name.removeprefix("lanewise.") not in short),
                         "not in compiler/README.md")
        programs = {"lanewise-cc", "lanewise-compiler"}
        self.expect_none(sorted(named - code - programs),
                         "in compiler/README.md and not in compiler/")

    def test_architecture_has_the_components(self):
        page = text(ROOT / "ARCHITECTURE.md")
        self.assertIn(" < ".join(RUNTIME), " ".join(page.split()), "the order of runtime/")
        for component in RUNTIME:
            self.assertRegex(page, rf"(?m)^\| `{component}` \| \S")
        for component, others in {**FOLDERS, **COMPILER}.items():
            names = ", ".join(f"`{name}`" for name in others)
            self.assertRegex(page, rf"(?m)^\| `{component}` \| {names + ' ' if names else ''}\| \S")


if __name__ == "__main__":
    unittest.main()
