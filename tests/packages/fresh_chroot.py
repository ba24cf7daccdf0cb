#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of packages share: a new chroot with the packages of a test's row, root and a user without root.

./package test runs the tests and sets PACKAGE_WORK, PACKAGE_SUITE, PACKAGE_ARCHITECTURE,
PACKAGE_TAR, PACKAGE_FOLDER.
"""

import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
from chroots import HOMES, PROCESSORS, Chroots, own_architecture  # noqa: E402

SUITE = os.environ.get("PACKAGE_SUITE", "")
ARCHITECTURE = os.environ.get("PACKAGE_ARCHITECTURE") or own_architecture()
PROCESSOR = PROCESSORS[ARCHITECTURE]
not_emulated = unittest.skipIf(ARCHITECTURE != own_architecture(), "posix_spawn of QEMU succeeds")
of_x86_64 = unittest.skipUnless(PROCESSOR == "x86_64", "there is one lowest level of other processors")
USER = "guest"
HOME = f"{HOMES}/{USER}"
# Folders of ~/.cache of pyopencl and of platforms.
CACHES = ("lanewise", "pocl", "pyopencl", "pytools")
# What programs and apt write besides the files of packages.
VOLATILE = ("proc", "sys", "dev", "tmp", "run", "var/cache", "var/log", "var/lib/apt", "var/lib/dpkg", "etc/ld.so.cache")


class FreshChroot(unittest.TestCase):
    """A chroot for the class. The user 'guest' has a home and no rights."""

    chroot = None

    @classmethod
    def setUpClass(cls):
        work = os.environ.get("PACKAGE_WORK")
        if not work:
            raise unittest.SkipTest("./package test runs this")
        tar = pathlib.Path(os.environ["PACKAGE_TAR"])
        cls.packages = pathlib.Path(os.environ["PACKAGE_FOLDER"])
        cls.chroot = Chroots(work, architecture=ARCHITECTURE).unpack(tar, SUITE, f"{SUITE}-test-{cls.__name__}")
        cls.addClassCleanup(cls.chroot.close)
        cls.chroot.binds[cls.packages] = "/packages"
        cls.chroot.add_user(USER)

    @classmethod
    def try_run(cls, *words, user=USER, **options):
        """The result, whatever it is."""
        options.setdefault("timeout", 1200)
        return cls.chroot.run(*words, user=user, **options)

    @classmethod
    def run_well(cls, *words, user=USER, **options):
        """Standard output and error of a command that succeeds."""
        done = cls.try_run(*words, user=user, **options)
        if done.returncode:
            raise AssertionError(f"{words} returned {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    @classmethod
    def build_examples(cls, **environment):
        """Compiles the programs of examples/ to /examples, where every user may run them, and runs them."""
        cls.run_well("mkdir", "-p", "/examples", user="root")
        cls.run_well("debian/tests/examples", user="root", folder=f"{HOME}/source",
                     environment={"AUTOPKGTEST_TMP": "/examples", **environment})

    @classmethod
    def files(cls):
        """Every file, folder and link of the chroot besides the volatile ones, as relative texts."""
        found = set()
        for folder, folders, names in os.walk(cls.chroot.folder):
            place = pathlib.Path(folder).relative_to(cls.chroot.folder)
            folders[:] = [name for name in folders if str(place / name) not in VOLATILE]
            found.update(str(place / name) for name in (*folders, *names) if str(place / name) not in VOLATILE)
        return found

    @classmethod
    def files_without_caches(cls):
        """Without the caches that OpenCL platforms and pyopencl make for the user."""
        caches = tuple(f"{HOME[1:]}/.cache/{name}" for name in CACHES)
        return {path for path in cls.files() if not path.startswith(caches) and path != f"{HOME[1:]}/.cache"}


def measure(text):
    """A figure for the reader of the test's output."""
    print(f"  {SUITE}, {ARCHITECTURE}: {text}", flush=True)
