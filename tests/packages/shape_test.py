#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of debian/ and packaging/ agree with the project: in seconds, without network or root.

    shape_test.py <build folder>
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "packaging"))
sys.path.insert(0, str(ROOT / "packaging/portable"))
from check_elf import GLIBC_MOST, facts, problems  # noqa: E402
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
        # Where the release's translator is too old, builds install the one that packaging/dependencies has made.
        installed = sorted(path.name for path in folder.rglob("*")
                           if not path.is_dir() and not path.name.startswith("libLLVMSPIRVLib.so"))
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


class SelfContained(unittest.TestCase):
    """The wheel and the tarball."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lanewise-shape-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def library(self, text, *options):
        source, library = self.folder / "a.c", self.folder / "liba.so"
        source.write_text(text)
        subprocess.run(["cc", "-shared", "-fPIC", "-O0", "-w", str(source), "-o", str(library), *options], check=True)
        return problems(facts(library))

    def test_what_an_old_system_lacks_is_found(self):
        self.assertEqual(self.library("int f(void) { return getpid(); }"), [])
        self.assertEqual(self.library("int f(void) { return arc4random(); }"), ["needs GLIBC_2.36 of libc.so.6"])
        self.assertEqual(self.library("int f;", "-Wl,--no-as-needed", "-lstdc++")[0], "needs libstdc++.so.6")
        self.assertEqual(self.library("int f;", "-Wl,-rpath,/opt/lib"), ["has the run path /opt/lib"])
        self.assertEqual(self.library("int f;", "-Wl,-rpath,$ORIGIN/../lib"), [])

    def wheel(self, name, age):
        stage = self.folder / f"stage-{name}"
        for file in "lib/liblanewise.so", "libexec/lanewise/lanewise-compiler", "bin/lanewise-cc", "bin/lanewise-run":
            (stage / file).parent.mkdir(parents=True, exist_ok=True)
            (stage / file).write_text(file)
            os.utime(stage / file, (age, age))
        subprocess.run([ROOT / "packaging/wheel/make_wheel.py", ROOT, stage, self.folder / name], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        [wheel] = (self.folder / name).glob("*.whl")
        return wheel

    def test_wheel_depends_on_its_contents_only(self):
        first, second = self.wheel("first", 1e9), self.wheel("second", 1.5e9)
        self.assertEqual(first.read_bytes(), second.read_bytes())
        self.assertTrue(first.name.endswith(f"-py3-none-manylinux_{GLIBC_MOST[0]}_{GLIBC_MOST[1]}_x86_64.whl"))

    def test_record_of_the_wheel(self):
        with zipfile.ZipFile(self.wheel("a", 1e9)) as archive:
            [record] = [name for name in archive.namelist() if name.endswith(".dist-info/RECORD")]
            rows = [line.split(",") for line in archive.read(record).decode().splitlines()]
            self.assertEqual(sorted(row[0] for row in rows), sorted(archive.namelist()))
            for name, digest, size in rows:
                if name != record:
                    content = archive.read(name)
                    found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                    self.assertEqual((digest, size), (f"sha256={found}", str(len(content))), name)
            self.assertEqual(archive.getinfo("lanewise/bin/lanewise-cc").external_attr >> 16, 0o100755)
            self.assertEqual(archive.read("pyopencl/.libs/lanewise.icd").decode().strip(),
                             "$ORIGIN/../../lanewise/lib/liblanewise.so")

    def test_places_in_the_table_of_functions(self):
        table = re.findall(r"(?m)^API_(?:LAST_)?SLOT\((\w+),", read("icd/api.def"))
        places = dict(re.findall(r'"(cl\w+)": (\d+)', read("packaging/wheel/lanewise/opencl.py")))
        self.assertGreater(len(places), 10)
        for name, place in places.items():
            self.assertEqual(table[int(place)], name)

    def test_names_of_files_that_an_installation_needs(self):
        script = read("packaging/tarball/install.sh")
        out = subprocess.run([ROOT / "packaging/tarball/install.sh", "--help"], capture_output=True, text=True, check=True).stdout
        for option in re.findall(r"(?m)^  (--[a-z]+)", script):
            self.assertIn(option, out)
        self.assertNotIn("set -eu", out)


if __name__ == "__main__":
    unittest.main()
