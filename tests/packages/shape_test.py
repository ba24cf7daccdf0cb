#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of debian/ and packaging/ agree with the project: in seconds, without network or root.

    shape_test.py <build folder>
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "packaging"))
from chroots import SUITES, read_table  # noqa: E402

DEBIAN = ROOT / "debian"


def read(name):
    return (ROOT / name).read_text()


def paragraphs(name):
    """The fields of each paragraph of a control file."""
    found = []
    for block in re.split(r"\n\s*\n", re.sub(r"(?m)^#.*\n", "", read(name)).strip()):
        fields, field = {}, None
        for line in block.splitlines():
            if line[0] in " \t":
                fields[field] += "\n" + line.strip()
            else:
                field, value = re.fullmatch(r"([A-Za-z-]+):(.*)", line).groups()
                if field in fields:
                    raise ValueError(f"{name}: {field} is there twice")
                fields[field] = value.strip()
        found.append(fields)
    return found


def names():
    return dict(re.findall(r'(?m)^([A-Z_]+)="(.*)"$', read("packaging/names.env")))


def listed(name):
    """The lines of a file of debhelper."""
    return [line for line in read(name).splitlines() if line and not line.startswith("#")]


class Debian(unittest.TestCase):
    def test_control(self):
        source, *binaries = paragraphs("debian/control")
        self.assertEqual(source["Source"], "lanewise")
        self.assertEqual([package["Package"] for package in binaries], ["lanewise-opencl-icd", "lanewise-cc"])
        for package in binaries:
            summary, *text = package["Description"].splitlines()
            self.assertLess(len(summary), 80)
            self.assertTrue(text)
            for field in ("Depends", "Architecture"):
                self.assertIn(field, package)

    def test_version_is_the_one_of_cmake(self):
        version = re.search(r"project\(Lanewise VERSION (\S+)", read("CMakeLists.txt"))[1]
        first = re.match(r"lanewise \((.*)-\d+\) ", read("debian/changelog"))
        self.assertEqual(first and first[1], version, "debian/changelog and CMakeLists.txt")

    def test_placeholders_are_those_of_names_env(self):
        values = names()
        source = paragraphs("debian/control")[0]
        self.assertEqual(source["Maintainer"], values["MAINTAINER"])
        self.assertEqual(source["Homepage"], values["HOME_PAGE"])
        self.assertEqual(source["Vcs-Browser"], values["REPOSITORY"])
        self.assertIn(f" -- {values['MAINTAINER']}  ", read("debian/changelog"))
        self.assertIn(values["DOWNLOADS"], read("debian/watch"))
        metadata = read("debian/upstream/metadata")
        self.assertIn(f"Repository-Browse: {values['REPOSITORY']}\n", metadata)
        copyright = paragraphs("debian/copyright")[0]
        self.assertEqual((copyright["Upstream-Contact"], copyright["Source"]), (values["MAINTAINER"], values["HOME_PAGE"]))

    def test_each_installed_file_is_in_one_package(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="lanewise-shape-"))
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", "/usr"], check=True, capture_output=True,
                       env={**os.environ, "DESTDIR": str(folder)})
        # The packages have folders of their own for libraries, so that names are compared.
        installed = sorted(path.name for path in folder.rglob("*") if not path.is_dir())
        packaged = [line.split()[0] for file in (*DEBIAN.glob("*.install"), DEBIAN / "not-installed")
                    for line in listed(file.relative_to(ROOT))]
        self.assertEqual(sorted(pathlib.PurePath(path).name for path in packaged), installed)

    def test_documents_exist(self):
        for file in DEBIAN.glob("*.docs"):
            for line in listed(file.relative_to(ROOT)):
                self.assertTrue(list(ROOT.glob(line)), f"{file.name}: {line}")

    def test_autopkgtests_exist(self):
        for paragraph in paragraphs("debian/tests/control"):
            self.assertTrue(os.access(DEBIAN / "tests" / paragraph["Tests"], os.X_OK), paragraph)

    def test_licence_has_the_exception_of_the_project(self):
        def words(text):
            return re.sub(r"(?m)^ \.$", "", text).split()
        exception = words(read("LICENSE").split("LLVM Exceptions to the Apache 2.0 License ----")[1])
        self.assertEqual(words(read("debian/copyright"))[-len(exception):], exception)


class Packaging(unittest.TestCase):
    def test_scripts_have_valid_syntax(self):
        checked = 0
        for path in [ROOT / "package", *(path for folder in ("packaging", "debian", "tests/packages")
                                         for path in sorted((ROOT / folder).rglob("*")) if path.is_file())]:
            first = path.read_bytes().split(b"\n", 1)[0]
            if re.match(rb"#!.*python3", first):
                compile(path.read_text(), path, "exec")
            elif match := re.match(rb"#!.*\b(bash|sh)\b", first):
                done = subprocess.run([match[1].decode(), "-n", str(path)], capture_output=True, text=True, check=False)
                self.assertEqual(done.stderr, "", path)
            else:
                continue
            self.assertTrue(os.access(path, os.X_OK), f"{path} is not executable")
            checked += 1
        self.assertGreater(checked, 5)

    def test_table_of_packages(self):
        table = ROOT / "packaging/chroot-packages"
        kinds = set()
        for line in table.read_text().splitlines():
            words = line.split("#")[0].split()
            if words:
                self.assertIn(words[1], (*SUITES, "*"), line)
                self.assertGreater(len(words), 2, line)
                kinds.add(words[0])
        # A kind of build has packages where it is built.
        for entry in (ROOT / "packaging").glob("*/build"):
            self.assertIn(entry.parent.name, kinds)
            self.assertTrue(read_table(table, entry.parent.name, "bookworm"))

    def test_options_are_documented(self):
        out = subprocess.run([ROOT / "package", "--help"], capture_output=True, text=True, check=True).stdout
        guide = read("packaging/README.md")
        for option in re.findall(r"(?m)^  (?:-h, )?(--[a-z-]+)", out):
            if option != "--help":
                self.assertIn(option, guide)


if __name__ == "__main__":
    unittest.main()
