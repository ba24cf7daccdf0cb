#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recipes of docs/ci.md and docs/clients.md, and packaging/Dockerfile, work as they are written, each in a new chroot.

    PACKAGE_WORK=<work folder> PACKAGE_SUITE=<suite> PACKAGE_TAR=<tar of a chroot>
    PACKAGE_FOLDER=<folder with .deb files> tests/packages/recipes_test.py [Recipes.test_...]

`./package test recipes` sets these. Needs root and the network: recipes install packages of Debian and of PyPI.
"""

import contextlib
import json
import os
import pathlib
import re
import shlex
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
sys.path.insert(0, str(ROOT / "tests/packages"))
from chroots import HOMES, Chroots  # noqa: E402
from recipes import missing_lines, recipes  # noqa: E402

# {page: true if Lanewise is installed before its recipes}
PAGES = {"docs/ci.md": False, "docs/clients.md": True}
USER = "guest"
HOME = f"{HOMES}/{USER}"
CERTIFICATES = "/etc/ssl/certs/machine.crt"
SECONDS = 1200  # of one block, with its downloads


class Recipes(unittest.TestCase):
    def setUp(self):
        self.chroots = Chroots(os.environ["PACKAGE_WORK"])
        self.packages = sorted(pathlib.Path(os.environ["PACKAGE_FOLDER"]).glob("lanewise-*.deb"))
        self.assertTrue(self.packages, "no package in PACKAGE_FOLDER")

    def run_step(self, chroot, user, text):
        environment = {"PIP_CERT": CERTIFICATES} if "PIP_CERT" in os.environ else {}
        done = chroot.run("bash", "-euo", "pipefail", "-c", text, user=USER if user else "root",
                          environment=environment, folder=HOME, timeout=SECONDS)
        self.assertEqual(done.returncode, 0, f"\n{text}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        return done.stdout

    @contextlib.contextmanager
    def new_chroot(self):
        """With the packages in the user's folder."""
        suite = os.environ["PACKAGE_SUITE"]
        with self.chroots.unpack(pathlib.Path(os.environ["PACKAGE_TAR"]), suite, f"{suite}-recipe") as chroot:
            chroot.add_user(USER)
            for package in self.packages:
                if "dbgsym" not in package.name:
                    chroot.copy_in(package, f"{HOME}/{package.name}")
            # Networks with a certificate of their own.
            if "PIP_CERT" in os.environ:
                chroot.copy_in(pathlib.Path(os.environ["PIP_CERT"]), CERTIFICATES)
            yield chroot

    def test_dockerfile(self):
        lines = (ROOT / "packaging/Dockerfile").read_text().replace("\\\n", " ").splitlines()
        steps = [line.partition(" ")[::2] for line in lines if line and not line.startswith("#")]
        self.assertEqual([word for word, _ in steps], ["FROM", "COPY", "RUN", "CMD"])
        with self.new_chroot() as chroot:
            self.run_step(chroot, False, f"cp {steps[1][1]}")
            self.run_step(chroot, False, steps[2][1])
            self.assertIn("Lanewise", self.run_step(chroot, True, shlex.join(json.loads(steps[3][1]))))

    def try_recipe(self, recipe, installed):
        with self.new_chroot() as chroot:
            if installed:
                self.run_step(chroot, False, "apt-get install -y ./lanewise-opencl-icd_*.deb")
            for step in recipe.steps:
                output = self.run_step(chroot, step.user, step.text)
                self.assertEqual(missing_lines(step.printed, output), [], f"\n{step.text}\nprinted:\n{output}")


def add_tests():
    for page, installed in PAGES.items():
        for recipe in recipes((ROOT / page).read_text(encoding="utf-8")):
            name = re.sub(r"\W+", "_", f"{pathlib.Path(page).stem} {recipe.name}".lower()).strip("_")
            setattr(Recipes, f"test_{name}",
                    lambda self, recipe=recipe, installed=installed: self.try_recipe(recipe, installed))


add_tests()

if __name__ == "__main__":
    unittest.main()
