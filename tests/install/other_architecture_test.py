#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the preset arm64, ./check arm64 and ./package --architecture arm64 print where the machine lacks something.

Usage: other_architecture_test.py
"""

import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What ./check and CMake run before they find what is missing.
PROGRAMS = ("bash", "cat", "nproc", "mkdir", "touch", "dirname", "awk", "sed", "head", "wc", "python3", "ninja")
TOOLS = ("clang-19", "clang++-19", "ld.lld-19", "qemu-aarch64-static")
# Linux without entries of binfmt_misc, as the process sees it.
WITHOUT_ENTRIES = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                   'mount -t tmpfs none /proc/sys/fs/binfmt_misc && exec "$@"', "sh"]


@unittest.skipIf(platform.machine() == "aarch64", "this is AArch64")
class OtherArchitecture(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lanewise-other-architecture-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for name in PROGRAMS:
            (self.bin / name).symlink_to(shutil.which(name))
        for name in TOOLS:
            self.add_tool(name)

    def add_tool(self, name):
        (self.bin / name).write_text("#!/bin/sh\n")
        (self.bin / name).chmod(0o755)

    def run_in_folder(self, *words):
        """Standard output and error, where PATH has nothing but the folder's programs. The words fail."""
        done = subprocess.run(words, cwd=self.folder, env={**os.environ, "PATH": str(self.bin)}, capture_output=True,
                              text=True, check=False)
        self.assertNotEqual(done.returncode, 0, done)
        return done.stdout + done.stderr

    def configure(self):
        """The output of CMake in one line, for a project that has no more than the toolchain file."""
        (self.folder / "cmake").mkdir()
        shutil.copy(ROOT / "cmake/arm64.cmake", self.folder / "cmake")
        (self.folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(part NONE)\n")
        out = self.run_in_folder(shutil.which("cmake"), "-G", "Ninja", "-B", "out", "--toolchain", "cmake/arm64.cmake")
        return " ".join(out.split())

    def add_libraries(self):
        (self.folder / "build/sysroot-arm64").mkdir(parents=True)
        (self.folder / "build/sysroot-arm64/recipe").touch()

    def test_preset_without_libraries(self):
        self.assertIn(f"no libraries of arm64 in {self.folder}/build/sysroot-arm64; 'packaging/sysroot arm64' gets "
                      "them", self.configure())

    def test_preset_without_emulator(self):
        self.add_libraries()
        (self.bin / "qemu-aarch64-static").unlink()
        self.assertIn("qemu-aarch64-static not found, which runs programs of the build; install qemu-user-static",
                      self.configure())

    def test_preset_without_compiler_or_linker(self):
        self.add_libraries()
        for name in ("clang-19", "clang++-19", "ld.lld-19"):
            with self.subTest(name):
                (self.bin / name).unlink()
                self.assertIn(f"{name} not found; './setup build' installs clang-19 and lld-19", self.configure())
                self.add_tool(name)
                shutil.rmtree(self.folder / "cmake")

    def check(self, *before):
        """The output of ./check arm64 in a folder without the project."""
        for name in "check", "cmake/progress.sh", "tests/budgets.csv":
            (self.folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        (self.folder / "setup").symlink_to("/bin/true")
        out = self.run_in_folder(*before, "./check", "arm64")
        self.assertIn("0 passed, 1 failed", out)
        return out

    def test_check_without_emulator(self):
        (self.bin / "qemu-aarch64-static").unlink()
        self.assertIn("check: FAILED: no qemu-aarch64-static; install qemu-user-static\n", self.check())

    def need_namespaces(self):
        if subprocess.run([*WITHOUT_ENTRIES, "true"], capture_output=True, check=False).returncode:
            self.skipTest("no user namespaces, or no binfmt_misc in this kernel")
        for name in "unshare", "sh", "mount":
            (self.bin / name).symlink_to(shutil.which(name))

    def test_check_where_linux_starts_no_programs_of_it(self):
        self.need_namespaces()
        self.assertIn("check: FAILED: Linux does not start programs of AArch64 with QEMU; install binfmt-support, or "
                      "register it in /proc/sys/fs/binfmt_misc\n", self.check(*WITHOUT_ENTRIES))

    def test_package_where_linux_starts_no_programs_of_it(self):
        """Also where a chroot is there from an earlier run."""
        self.need_namespaces()
        for name in "chroot", "tar", "git":
            (self.bin / name).symlink_to(shutil.which(name) or f"/usr/sbin/{name}")
        work = self.folder / "work"
        (work / "chroots").mkdir(parents=True)
        (work / "chroots/trixie-arm64.tar").touch()
        for action in [], ["test"]:
            out = self.run_in_folder(*WITHOUT_ENTRIES, ROOT / "package", *action, "deb", "--suite", "trixie",
                                     "--architecture", "arm64", "--work", work)
            self.assertIn("package: Linux does not start programs of arm64 with QEMU in a chroot: install "
                          "qemu-user-static", out)


if __name__ == "__main__":
    unittest.main(verbosity=2)
