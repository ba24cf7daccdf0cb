#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Debian packages: installed with apt beside PoCL, used by a user without root, removed. By ./package test."""

import re
import time
import unittest

from fresh_chroot import HOME, ROOT, USER, FreshChroot, measure, of_x86_64

INSTALL = ["apt-get", "install", "-y", "-q", "-o", "Debug::NoLocking=true"]
ONLY_LANEWISE = {"OCL_ICD_VENDORS": "/etc/OpenCL/vendors/lanewise.icd"}


class Installed(FreshChroot):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.debs = sorted(f"/packages/{path.name}" for path in cls.packages.glob("*.deb") if "dbgsym" not in path.name)
        cls.chroot.copy_in(ROOT / "examples", f"{HOME}/source/examples")
        cls.chroot.copy_in(ROOT / "debian/tests", f"{HOME}/source/debian/tests")
        cls.run_well("chown", "-R", f"{USER}:{USER}", HOME, user="root")
        cls.run_well(*INSTALL, "--download-only", *cls.debs, user="root")
        begin = time.monotonic()
        cls.output = cls.run_well(*INSTALL, *cls.debs, user="root")
        measure(f"installed in {time.monotonic() - begin:.0f} s after the download")

    def as_in_debian_tests(self, name):
        """Runs a program of debian/tests, as autopkgtest does."""
        folder = f"{HOME}/autopkgtest-{name}"
        self.run_well("mkdir", folder)
        return self.run_well(f"debian/tests/{name}", folder=f"{HOME}/source", environment={"AUTOPKGTEST_TMP": folder})

    def test_every_program_of_debian_tests_is_run_here(self):
        listed = re.findall(r"^Tests: (.*)", (ROOT / "debian/tests/control").read_text(), re.M)
        self.assertEqual(sorted(listed), ["clinfo", "examples", "opencv", "pyopencl"])

    def test_installation_has_no_complaint(self):
        complaints = [line for line in self.output.splitlines() if re.match("dpkg: (warning|error)|E:", line)]
        self.assertEqual(complaints, [])

    def test_clinfo_lists_lanewise_and_pocl(self):
        out = self.as_in_debian_tests("clinfo")
        for line in out.splitlines():
            if "Lanewise" in line:
                measure(f"clinfo -l: {line.strip()}")
                break
        self.assertIn("Lanewise", out)
        self.assertIn("Portable Computing Language", out)

    def test_examples(self):
        out = self.as_in_debian_tests("examples")
        self.assertIn("every result as the host computes it", out)

    def test_pyopencl_beside_pocl(self):
        out = self.as_in_debian_tests("pyopencl")
        self.assertRegex(out, "Lanewise.*: 100000 sums are correct")
        self.assertRegex(out, "Portable Computing Language: 100000 sums are correct")

    def test_opencv_launches_kernels_on_lanewise(self):
        out = self.as_in_debian_tests("opencv")
        measure(out.splitlines()[0])
        for function in ("blur", "colours", "threshold", "resize"):
            self.assertRegex(out, rf"(?m)^{function}: [1-9]\d* launches on Lanewise$")

    def test_oneTBB_comes_with_the_recommended_packages(self):
        out = self.run_well("debian/tests/pyopencl", folder=f"{HOME}/source",
                            environment={**ONLY_LANEWISE, "LANEWISE_LOG": "api", "LANEWISE_HELPERS": "onetbb"})
        self.assertNotIn("TBB Warning", out)
        self.assertRegex(out, r"helpers of loops: threads of oneTBB \(.*libtbb\.so\.12")

    def expect_example_without_home(self, user, **environment):
        """pyopencl itself needs a folder that it can write to, the example does not."""
        if not self.chroot.inside("/examples/matrix_multiply").exists():
            self.build_examples()
        out = self.run_well("/examples/matrix_multiply", "lanewise", user=user, environment={**ONLY_LANEWISE, **environment})
        self.assertRegex(out, "matrix multiply .*, largest error")  # the program ends with an error if it is large

    def test_home_is_read_only(self):
        """Nothing can be cached on disk; programs run all the same."""
        self.run_well("useradd", "--home-dir", "/srv/sealed", "sealed", user="root")
        self.run_well("mkdir", "-m", "555", "/srv/sealed", user="root")
        self.expect_example_without_home("sealed")

    def test_no_home(self):
        self.run_well("useradd", "--home-dir", "/nonexistent", "homeless", user="root")
        self.expect_example_without_home("homeless", HOME="/nonexistent")

    @of_x86_64
    def test_processor_below_the_lowest_level(self):
        """A message that names it, no crash, and no device."""
        done = self.try_run("qemu-x86_64", "-cpu", "qemu64", "/usr/bin/clinfo", "-l", environment=ONLY_LANEWISE)
        self.assertNotIn("Device #0", done.stdout)
        self.assertRegex(done.stdout + done.stderr, "lanewise: .*x86-64-v2")
        self.assertGreaterEqual(done.returncode, 0, done)
        self.assertNotRegex(done.stderr, "uncaught target signal")

    @of_x86_64
    def test_processor_of_the_lowest_level(self):
        out = self.run_well("qemu-x86_64", "-cpu", "Nehalem", "/usr/bin/clinfo", "-l", environment=ONLY_LANEWISE)
        self.assertIn("Device #0", out)

    def test_manual_page(self):
        out = self.run_well("dpkg", "-L", "lanewise-cc")
        self.assertIn("/usr/share/man/man1/lanewise-cc.1.gz", out)
        self.run_well("lanewise-run", "--help")

    def test_libraries_are_private(self):
        """Loaders read the vendor file; nothing of ours is in a folder where programs look for libraries."""
        listed = self.run_well("dpkg", "-L", "lanewise-opencl-icd").split()
        libraries = [path for path in listed if ".so" in path]
        self.assertEqual(len(libraries), 3, libraries)
        for path in libraries:
            self.assertRegex(path, r"^/usr/lib/[^/]*-linux-gnu/lanewise/")
        vendor = self.chroot.inside("/etc/OpenCL/vendors/lanewise.icd").read_text().strip()
        self.assertIn(vendor, libraries)


class Removed(FreshChroot):
    """Nothing is left but what users have in their homes."""

    def test_purge_leaves_nothing(self):
        debs = sorted(f"/packages/{path.name}" for path in self.packages.glob("lanewise-*.deb"))
        self.assertEqual(len(debs), 4, f"packages and their debug symbols: {debs}")
        # OpenCV, which the other tests need, depends on oneTBB.
        self.run_well("apt-get", "remove", "-y", "-q", "libtbb12", user="root")
        before = self.files()
        self.run_well(*INSTALL, "--no-install-recommends", *debs, user="root")
        self.assertNotRegex(self.run_well("dpkg-query", "-W", user="root"), r"(?m)^libtbb12\b")
        self.chroot.copy_in(ROOT / "debian/tests/pyopencl", f"{HOME}/program")
        out = self.run_well("python3", f"{HOME}/program", environment={**ONLY_LANEWISE, "LANEWISE_LOG": "api"})
        self.assertRegex(out, "Lanewise.*: 100000 sums are correct")
        self.assertRegex(out, "helpers of loops: threads of the runtime: oneTBB cannot be loaded: libtbb")

        names = [re.match(r"/packages/([^_]*)_", deb)[1] for deb in debs]
        self.run_well("apt-get", "remove", "-y", "-q", *names, user="root")
        self.assertNotIn("Lanewise", self.run_well("clinfo", "-l"))
        left = self.files() - before
        self.assertIn("etc/OpenCL/vendors/lanewise.icd", left, "a conffile stays until the purge")
        self.run_well("dpkg", "--purge", *names, user="root")  # apt does not know those that a removal has left nothing of
        self.run_well("apt-get", "autoremove", "--purge", "-y", "-q", user="root")
        left = self.files() - before
        home = {path for path in left if path.startswith("srv/guest/")}
        self.assertEqual(sorted(left - home), [])
        cache = {path for path in home if path.startswith("srv/guest/.cache/lanewise")}
        measure(f"left after the purge, as the user's: {len(cache)} files in ~/.cache/lanewise")
        self.assertEqual(sorted(home - cache - {"srv/guest/program", "srv/guest/.cache"} -
                                {path for path in home if re.search("pyopencl|pytools|pocl", path)}), [])
        self.assertTrue(cache)


if __name__ == "__main__":
    unittest.main(verbosity=2)
