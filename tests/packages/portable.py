# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the wheel and the tarball share: bad surroundings of an installation without root."""

import sys

from fresh_chroot import HOME, PROCESSOR, ROOT, USER, FreshChroot, measure, not_emulated

sys.path.insert(0, str(ROOT / "packaging/portable"))
import check_elf  # noqa: E402


class Portable(FreshChroot):
    """A class derived from it has program(), which runs OpenCL without a package of Debian, and sets `folder`."""

    folder = None  # of lib, libexec and bin, inside the chroot

    def program(self, setup="true", all_platforms=False, **environment):
        """The result of a program of OpenCL, after `setup` as root in namespaces of its own. It uses the platform of Lanewise,
        or all: PoCL crashes where it cannot write kernels."""
        raise NotImplementedError

    def expect_result(self, done):
        self.assertEqual(done.returncode, 0, done)
        self.assertRegex(done.stdout, "are correct|largest error")

    def test_oneTBB_of_the_system(self):
        done = self.program(LANEWISE_LOG="api", LANEWISE_HELPERS="onetbb")
        self.expect_result(done)
        self.assertRegex(done.stderr, r"helpers of loops: threads of oneTBB \(.*libtbb\.so\.12")

    def test_no_oneTBB(self):
        done = self.program(setup=f"for file in /usr/lib/{PROCESSOR}-linux-gnu/libtbb.so.12*; do mount --bind /dev/null $file; done",
                            LANEWISE_LOG="api")
        self.expect_result(done)
        self.assertRegex(done.stderr, "helpers of loops: threads of the runtime: oneTBB cannot be loaded: .*libtbb")

    def test_read_only_home(self):
        done = self.program(setup=f"mount -t tmpfs -o ro none {HOME}/.cache", LANEWISE_LOG="api")
        self.expect_result(done)

    def test_no_home(self):
        self.expect_result(self.program(HOME="/nonexistent", XDG_CACHE_HOME=""))

    def test_no_space_for_the_cache(self):
        done = self.program(setup=f"mount -t tmpfs -o size=16k,mode=700,uid=$(id -u {USER}) none {HOME}/.cache")
        self.expect_result(done)
        self.assertNotIn("Bus error", done.stderr)

    def test_cache_and_temporary_folders_without_execution(self):
        """Kernels are mapped from files there."""
        done = self.program(setup=f"mount -t tmpfs -o noexec,mode=700,uid=$(id -u {USER}) none {HOME}/.cache;"
                                  " mount -t tmpfs -o noexec,mode=1777 none /tmp")
        self.expect_result(done)

    @not_emulated
    def test_compiler_program_is_not_executable(self):
        program = f"{self.folder}/libexec/lanewise/lanewise-compiler"
        self.run_well("chmod", "-x", program, user="root")
        self.addCleanup(self.run_well, "chmod", "+x", program, user="root")
        done = self.program(LANEWISE_CACHE="off")
        self.assertGreater(done.returncode, 0, done)
        self.assertRegex(done.stdout + done.stderr, "lanewise-compiler.*(Permission denied|not executable)")

    def test_compiler_library_is_missing(self):
        library = self.chroot.inside(f"{self.folder}/lib/liblanewise-compiler.so")
        hidden = library.with_name("hidden")
        library.rename(hidden)
        self.addCleanup(hidden.rename, library)
        done = self.program(LANEWISE_CACHE="off")
        self.assertGreater(done.returncode, 0, done)
        self.assertRegex(done.stdout + done.stderr, "liblanewise-compiler.so")

    def test_symbols_and_libraries_of_the_system(self):
        files = check_elf.elf_files(self.chroot.inside(self.folder))
        self.assertEqual(len(files), 5, files)
        own = {path.name for path in files}
        for path in files:
            found = check_elf.facts(path)
            measure(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, glibc {found['glibc']}, {' '.join(found['needed'])}")
            self.assertEqual(check_elf.problems(found, own), [], path)
