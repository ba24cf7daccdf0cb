#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages of docs/how-to/ hold: their steps can be carried out, and the files and commands that they name exist.

    how_to_test.py BUILD_FOLDER

EXAMPLES are carried out in a copy of the project, one after another. Then the changed tables agree with their pages and tests
(tables_test.py), and Clang accepts the sources that read them, without generating code.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from architectures_test import ALLOWED  # noqa: E402
from sources import ROOT, files  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
PAGES = sorted((ROOT / "docs/how-to").glob("*.md"))
# {page: sources that Clang checks behind its steps}, in the order in which they are carried out.
EXAMPLES = {"extension": [], "query": ["icd/platform/device.cpp"],
            "pass": ["compiler/polish/drop_double_negations.cpp"]}
BLOCK = re.compile(r"^(?P<indent> *)```\w+ (?P<act>add|create|run)(?: (?P<file>\S+))?(?: after (?P<text>[^\n]+))?\n(?P<body>.*?)^ *```$",
                   re.M | re.S)
COMMAND = re.compile(r"^ {4,}(\./\w+|[\w./-]+\.py|bench/[\w.]+|tests/[\w-]+)(?: (\S+))?", re.M)
ROW = re.compile(r"^([A-Z_]+)\((.*)\)$")


def blocks(page):
    for match in BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield match["act"], match["file"], match["text"], textwrap.dedent(match["body"])


def columns(row):
    """The number of columns of a row of a table, or None."""
    match = ROW.match(row)
    if not match:
        return None
    depth, count = 0, 1
    for c in re.sub(r'"[^"]*"', "", match[2]):
        depth += (c in "([{") - (c in ")]}")
        count += c == "," and depth == 0
    return match[1], count


def carry_out(copy, page):
    for act, name, anchor, body in blocks(page):
        if act == "run":
            subprocess.run(["bash", "-e", "-c", body], cwd=copy, check=True, capture_output=True, text=True)
        elif act == "create":
            path = copy / name
            assert not path.exists(), f"{page.name} creates {name}, which exists"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        else:
            lines = (copy / name).read_text(encoding="utf-8").splitlines(keepends=True)
            found = [i for i, line in enumerate(lines) if anchor in line]
            assert found, f"{page.name}: no line of {name} contains {anchor}"
            neighbour = lines[found[0]].rstrip("\n")
            assert columns(body.rstrip("\n")) == columns(neighbour), f"{page.name}: other columns than\n{neighbour}"
            lines[found[0] + 1:found[0] + 1] = [body]
            (copy / name).write_text("".join(lines), encoding="utf-8")


def check_source(copy, name):
    """Clang's diagnostics of a source of the copy, with the command of a source in its folder."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    folder = str((ROOT / name).parent) + "/"
    known = {entry["file"]: entry for entry in commands}
    entry = known.get(str(ROOT / name)) or next(e for file, e in known.items() if file.startswith(folder))
    words = shlex.split(entry["command"])
    kept = []
    for word in words[:words.index("-o")]:
        if word == str(copy) or "precompiled" in word or word in ("-Xclang", "-include-pch", "-Winvalid-pch"):
            continue
        kept.append(re.sub(rf"^(-I|-isystem)?{re.escape(str(ROOT))}$", rf"\g<1>{copy}", word))
    # Messages and sources of the copy; generated files are those of the build.
    done = subprocess.run([*kept, "-fsyntax-only", str(copy / name)], cwd=entry["directory"], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


class HowTo(unittest.TestCase):
    def test_examples_can_be_carried_out(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "copy"
            for path in files():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, copy / path)
            built = pathlib.Path("build/dependencies")
            if (ROOT / built).exists():
                (copy / built).parent.mkdir()
                (copy / built).symlink_to(ROOT / built)
            for name, sources in EXAMPLES.items():
                with self.subTest(page=name):
                    carry_out(copy, ROOT / f"docs/how-to/{name}.md")
                    done = subprocess.run([sys.executable, "tests/tables/tables_test.py"], cwd=copy, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    for source in sources:
                        self.assertEqual(check_source(copy, source), "")

    def test_examples_have_blocks(self):
        for name in EXAMPLES:
            self.assertTrue(list(blocks(ROOT / f"docs/how-to/{name}.md")), name)

    def test_commands_exist(self):
        labels = [line.split(",")[0] for line in (ROOT / "tests/budgets.csv").read_text().splitlines()]
        found = 0
        for page in PAGES:
            for program, argument in COMMAND.findall(page.read_text(encoding="utf-8")):
                found += 1
                self.assertTrue((ROOT / program).exists(), f"{page.name}: {program}")
                if program == "./check" and argument:
                    self.assertIn(argument, labels, f"{page.name}: ./check {argument}")
        self.assertGreater(found, 15)

    def test_every_page_is_in_the_list(self):
        index = (ROOT / "docs/how-to/README.md").read_text(encoding="utf-8")
        for page in PAGES:
            if page.name != "README.md":
                self.assertIn(f"]({page.name})", index)

    def test_architecture_names_the_files_that_may_name_one(self):
        page = (ROOT / "docs/how-to/architecture.md").read_text(encoding="utf-8")
        self.assertEqual([name for name in ALLOWED if name not in page], [])


if __name__ == "__main__":
    unittest.main()
