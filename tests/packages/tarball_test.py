#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tarball: installed by a user without root and by root, moved, removed; systems that it is not for."""

import re
import shlex
import time
import unittest

from fresh_chroot import HOME, PROCESSOR, ROOT, USER, FreshChroot, measure, of_x86_64
import portable


class Unpacked(FreshChroot):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        [archive] = [path for path in cls.packages.glob("*.tar.xz")]
        cls.source = f"{HOME}/{archive.name.removesuffix('.tar.xz')}"
        begin = time.monotonic()
        cls.run_well("tar", "-C", HOME, "-xf", f"/packages/{archive.name}")
        measure(f"unpacked in {time.monotonic() - begin:.1f} s")
        cls.run_well("mkdir", f"{HOME}/.cache", f"{HOME}/source")

    def install(self, *words, **options):
        return self.try_run(f"{self.source}/install.sh", *words, **options)

    def as_root_then_user(self, setup, *words, **environment):
        """`words` as the user, after `setup` as root in namespaces of their own."""
        variables = [f"{name}={value}" for name, value in {"HOME": HOME, **environment}.items()]
        script = f"{setup}; exec setpriv --reuid={USER} --regid={USER} --init-groups env {shlex.join([*variables, *words])}"
        return self.try_run("sh", "-c", script, user="root", folder=f"{HOME}/source")


class Installed(Unpacked, portable.Portable):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        begin = time.monotonic()
        cls.output = cls.run_well(f"{cls.source}/install.sh")
        measure(f"installed in {time.monotonic() - begin:.1f} s")
        cls.folder = f"{HOME}/.local/lib/lanewise"
        [cls.line] = shlex.split(*re.findall(r"export OCL_ICD_VENDORS=(.+)", cls.output))
        cls.chroot.copy_in(ROOT / "debian/tests", f"{HOME}/source/debian/tests")
        cls.chroot.copy_in(ROOT / "examples", f"{HOME}/source/examples")
        cls.run_well("chown", "-R", f"{USER}:{USER}", HOME, user="root")
        cls.build_examples(OCL_ICD_VENDORS=cls.line, PATH=f"{HOME}/.local/bin:/usr/bin:/bin")

    def program(self, setup="true", all_platforms=False, **environment):
        # The one for all is of pyopencl, which in Debian 12 fails if it cannot write a cache of its own.
        words = ["debian/tests/pyopencl"] if all_platforms else ["/examples/matrix_multiply", "lanewise"]
        return self.as_root_then_user(setup, *words, OCL_ICD_VENDORS=self.line, **environment)

    def test_clinfo(self):
        out = self.run_well("clinfo", "-l", environment={"OCL_ICD_VENDORS": self.line})
        measure("clinfo -l: " + out.strip().splitlines()[0])
        self.assertIn("Lanewise", out)

    def test_pyopencl(self):
        self.expect_result(self.program(all_platforms=True))

    def test_examples(self):
        out = self.run_well("debian/tests/examples", folder=f"{HOME}/source", environment={
            "OCL_ICD_VENDORS": self.line, "PATH": f"{HOME}/.local/bin:/usr/bin:/bin"})
        self.assertIn("every result as the host computes it", out)

    def test_manual_page(self):
        self.run_well("test", "-s", f"{HOME}/.local/share/man/man1/lanewise-cc.1")
        self.run_well(f"{HOME}/.local/bin/lanewise-run", "--help")

    def test_moved(self):
        """The unpacked folder works where it is, and after it was moved."""
        for folder in "first", "second place":
            self.run_well("cp", "-R", self.source, f"{HOME}/{folder}")
            library = f"{HOME}/{folder}/lib/liblanewise.so"
            out = self.run_well("python3", "debian/tests/pyopencl", folder=f"{HOME}/source", environment={
                "OCL_ICD_VENDORS": library, "LANEWISE_CACHE": "off"})
            self.assertIn("are correct", out)


class Removed(Unpacked):
    def test_uninstalling_leaves_nothing(self):
        before = self.files_without_caches()
        for user, words in (USER, []), ("root", []), (USER, ["--prefix", f"{HOME}/other place"]):
            for _ in range(2):  # an upgrade, too
                self.run_well(f"{self.source}/install.sh", *words, user=user)
            if user == "root":
                self.assertIn("Lanewise", self.run_well("clinfo", "-l"), "without a variable")
                self.run_well("/usr/local/bin/lanewise-cc", "--help")
            self.run_well(f"{self.source}/install.sh", "--uninstall", *words, user=user)
            self.assertEqual(sorted(self.files_without_caches() - before), [], f"{user} {words}")
            self.assertEqual(sorted(before - self.files_without_caches()), [], f"{user} {words}")


class Refused(Unpacked):
    """A message that names what is missing, and nothing is left."""

    def expect_refusal(self, message, setup="true", *words, **environment):
        before = self.files_without_caches()
        done = self.as_root_then_user(setup, f"{self.source}/install.sh", *words, **environment)
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stderr, message)
        self.assertEqual(sorted(self.files_without_caches() - before), [])

    def fake(self, name, text):
        """A setup that replaces a program."""
        place = self.chroot.inside(f"/opt/fake-{name}")
        place.write_text(f"#!/bin/sh\n{text}\n")
        place.chmod(0o755)
        return f"mount --bind /opt/fake-{name} $(command -v {name})"

    def test_old_glibc(self):
        self.expect_refusal("this system has glibc 2.31; the archive needs 2.34 or newer",
                            self.fake("getconf", "echo glibc 2.31"))

    def test_musl(self):
        setup = f"{self.fake('getconf', 'exit 1')}; {self.fake('ldd', 'echo musl libc >&2; exit 1')}"
        self.expect_refusal("C library musl; the archive needs glibc 2.34", setup)

    def test_foreign_architecture(self):
        self.expect_refusal(f"for {PROCESSOR} processors; this is riscv64",
                            self.fake("uname", 'case $1 in -m) echo riscv64 ;; *) echo Linux ;; esac'))

    @of_x86_64
    def test_processor_below_the_lowest_level(self):
        file = self.chroot.inside("/opt/cpuinfo")
        file.write_text("processor : 0\nflags\t\t: fpu sse2 cx16 lahf_lm popcnt ssse3\n")
        self.expect_refusal("the processor has no sse4_1; Lanewise needs the level x86-64-v2",
                            "mount --bind /opt/cpuinfo /proc/cpuinfo")

    def test_no_space(self):
        self.run_well("mkdir", "/opt/small", user="root")
        self.expect_refusal("no space in /opt/small: 0 MB free|no space in /opt/small",
                            f"mount -t tmpfs -o size=1m,uid=$(id -u {USER}) none /opt/small", "--prefix", "/opt/small")

    def test_folder_without_execution(self):
        self.run_well("mkdir", "/opt/noexec", user="root")
        self.expect_refusal("programs in /opt/noexec cannot be executed",
                            f"mount -t tmpfs -o noexec,uid=$(id -u {USER}) none /opt/noexec", "--prefix", "/opt/noexec")

    def test_folder_of_others(self):
        self.expect_refusal("cannot write to /usr/local/lib", "true", "--prefix", "/usr/local")

    def test_part_of_the_archive(self):
        self.run_well("cp", "-R", self.source, f"{HOME}/part")
        self.run_well("rm", f"{HOME}/part/lib/liblanewise.so")
        done = self.try_run(f"{HOME}/part/install.sh")
        self.assertEqual(done.returncode, 1)
        self.assertIn("liblanewise.so not found; unpack the whole archive", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
