#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: installed with pip by a user without root, used by pyopencl and by the system's loader, removed."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import time
import unittest

from fresh_chroot import ARCHITECTURE, HOME, PROCESSOR, ROOT, SUITE, USER, FreshChroot, measure, of_x86_64
import portable

VENV = f"{HOME}/venv"
PYTHON = f"{VENV}/bin/python"
PIP = [PYTHON, "-m", "pip", "--disable-pip-version-check"]


class Venv(FreshChroot):
    """A virtual environment, and the wheels that a test downloads, in /pypi."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.version = cls.run_well("python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
        folder = pathlib.Path(os.environ["PACKAGE_WORK"]) / "pypi" / f"{cls.version}-{ARCHITECTURE}"
        cls.download(folder, cls.version)
        cls.chroot.binds[folder] = "/pypi"
        [cls.wheel] = [f"/packages/{path.name}" for path in cls.packages.glob("*.whl")]
        cls.run_well("mkdir", "-p", f"{HOME}/.cache")
        cls.run_well("python3", "-m", "venv", VENV)

    @classmethod
    def download(cls, folder, version):
        """With the pip of this machine, which knows the way to the index."""
        if not list(folder.glob("pyopencl-*.whl")):
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--only-binary=:all:", "--python-version", version,
                            *(f"--platform=manylinux_{tag}_{PROCESSOR}" for tag in ("2_17", "2_27", "2_28")),
                            f"--platform=manylinux2014_{PROCESSOR}", "-d", str(folder), "pyopencl", "numpy"], check=True)

    @classmethod
    def pip(cls, *words):
        return cls.run_well(*PIP, *words)


class Installed(Venv, portable.Portable):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        begin = time.monotonic()
        cls.pip("install", "--no-index", cls.wheel)
        measure(f"installed in {time.monotonic() - begin:.1f} s")
        cls.pip("install", "--no-index", "--find-links", "/pypi", "pyopencl")
        cls.folder = f"{VENV}/lib/python{cls.version}/site-packages/lanewise"
        cls.chroot.copy_in(ROOT / "debian/tests", f"{HOME}/source/debian/tests")
        cls.chroot.copy_in(ROOT / "examples", f"{HOME}/source/examples")
        cls.run_well("chown", "-R", f"{USER}:{USER}", HOME, user="root")

    def program(self, setup="true", all_platforms=False, **environment):
        variables = {"HOME": HOME, "PYOPENCL_NO_CACHE": "1", **environment}
        words = shlex.join([*(f"{name}={value}" for name, value in variables.items()), PYTHON, "debian/tests/pyopencl",
                            *([] if all_platforms else ["Lanewise"])])
        script = f"{setup}; exec setpriv --reuid={USER} --regid={USER} --init-groups env {words}"
        return self.try_run("sh", "-c", script, user="root", folder=f"{HOME}/source")

    def test_module_shows_the_device_and_runs_a_test(self):
        out = self.run_well(PYTHON, "-m", "lanewise")
        measure(out.splitlines()[1])
        measure(out.splitlines()[2])
        self.assertRegex(out, r"(?m)^platform: OpenCL 3\.1 Lanewise \S+")
        self.assertRegex(out, r"(?m)^test: 10000 results are correct")

    def test_pyopencl_without_a_variable(self):
        self.expect_result(self.program(all_platforms=True))

    def test_system_loader_with_the_printed_line(self):
        out = self.run_well("sh", "-c", f'eval "$({PYTHON} -m lanewise --env)" && clinfo -l')
        measure("clinfo -l: " + out.strip().splitlines()[0])
        self.assertIn("Lanewise", out)

    def test_examples(self):
        out = self.run_well("sh", "-c", f'eval "$({PYTHON} -m lanewise --env)" && PATH={VENV}/bin:$PATH debian/tests/examples',
                            folder=f"{HOME}/source", environment={"AUTOPKGTEST_TMP": ""})
        self.assertIn("every result as the host computes it", out)

    def test_installed_and_uninstalled_for_the_user(self):
        before = self.files_without_caches()
        out = self.run_well(PYTHON, "-m", "lanewise", "--install")
        [line] = re.findall(r"(?m)^export .*", out)
        listed = self.run_well("sh", "-c", f"{line} && clinfo -l")
        self.assertIn("Lanewise", listed)
        self.assertIn("Portable Computing Language", listed, "the platforms of the system")
        self.assertIn("removed", self.run_well(PYTHON, "-m", "lanewise", "--uninstall"))
        self.assertEqual(sorted(self.files_without_caches() - before), [])

    def test_installed_and_uninstalled_for_all(self):
        before = self.files_without_caches()
        self.assertNotIn("Lanewise", self.run_well("clinfo", "-l"))
        self.run_well(PYTHON, "-m", "lanewise", "--install", user="root")
        self.assertIn("Lanewise", self.run_well("clinfo", "-l"))
        self.assertIn("the system's loader finds Lanewise", self.run_well(PYTHON, "-m", "lanewise"))
        self.run_well(PYTHON, "-m", "lanewise", "--uninstall", user="root")
        self.assertNotIn("Lanewise", self.run_well("clinfo", "-l"))
        self.assertEqual([path for path in sorted(self.files_without_caches() - before) if "__pycache__" not in path], [])

    def test_no_loader(self):
        done = self.try_run("sh", "-c", f"for file in /usr/lib/{PROCESSOR}-linux-gnu/libOpenCL.so.1*; do mount --bind /dev/null $file; done;"
                            f" exec setpriv --reuid={USER} --regid={USER} --init-groups env HOME={HOME} {PYTHON} -m lanewise",
                            user="root")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("no loader (libOpenCL.so.1) is installed", done.stdout)

    def test_module_names_a_program_that_is_not_executable(self):
        program = f"{self.folder}/libexec/lanewise/lanewise-compiler"
        self.run_well("chmod", "-x", program, user="root")
        self.addCleanup(self.run_well, "chmod", "+x", program, user="root")
        done = self.try_run(PYTHON, "-m", "lanewise")
        self.assertEqual(done.returncode, 1)
        self.assertIn("lanewise-compiler is not executable; kernels cannot be compiled", done.stderr)

    @of_x86_64
    def test_processor_below_the_lowest_level(self):
        done = self.try_run("qemu-x86_64", "-cpu", "qemu64", PYTHON, "-m", "lanewise")
        self.assertGreater(done.returncode, 0, done)
        self.assertIn("x86-64-v2", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_offline_compiler(self):
        self.chroot.inside(f"{HOME}/k.cl").write_text("kernel void k(global int* a) { a[get_global_id(0)] = 1; }\n")
        self.run_well(f"{VENV}/bin/lanewise-cc", "-o", f"{HOME}/k.so", f"{HOME}/k.cl")

    def test_auditwheel_accepts_the_tag(self):
        tools = pathlib.Path(os.environ["PACKAGE_WORK"]) / "auditwheel"
        if not (tools / "bin/auditwheel").exists():
            subprocess.run([sys.executable, "-m", "venv", str(tools)], check=True)
            subprocess.run([str(tools / "bin/pip"), "install", "-q", "auditwheel"], check=True)
        [wheel] = self.packages.glob("*.whl")
        out = subprocess.run([str(tools / "bin/auditwheel"), "show", str(wheel)], capture_output=True, text=True,
                             check=True).stdout
        tag = re.search(r"consistent\s+with\s+the\s+following\s+platform\s+tag:\s+\"(\S+)\"", out)
        self.assertIsNotNone(tag, out)
        measure(f"auditwheel: {tag[1]}")
        least = re.fullmatch(rf"manylinux_2_(\d+)_{PROCESSOR}", tag[1])
        self.assertTrue(least and int(least[1]) <= 34, out)


class Removed(Venv):
    def test_uninstalling_leaves_nothing(self):
        for with_pyopencl in False, True:
            if with_pyopencl:
                self.pip("install", "--no-index", "--find-links", "/pypi", "pyopencl")
            before = self.files_without_caches()
            self.pip("install", "--no-index", self.wheel)
            self.run_well(PYTHON, "-m", "lanewise")
            self.pip("uninstall", "-y", "lanewise")
            self.assertEqual(sorted(self.files_without_caches() - before), [], "with pyopencl" if with_pyopencl else "without pyopencl")
        out = self.run_well(PYTHON, "-c", "import pyopencl; print('still here', pyopencl.VERSION_TEXT)")
        self.assertIn("still here", out)


if __name__ == "__main__":
    measure(f"Python and pip of {SUITE}")
    unittest.main(verbosity=2)
