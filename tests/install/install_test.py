#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs into a folder of its own, and runs programs outside of the project.

Usage: install_test.py <build folder> <module.spv>

LANEWISE_TEST_LOADER=<file> names another loader, such as that of Khronos, whose tests are skipped otherwise.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = MODULE = None
OTHER_LOADER = os.environ.get("LANEWISE_TEST_LOADER")


def run(*command, environment=None, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, **(environment or {})}, **options)
    if done.returncode:
        raise AssertionError(f"{command} returned {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="lanewise-install-"))
        cls.prefix = cls.root / "prefix"
        cls.vendors = cls.prefix / "etc/OpenCL/vendors"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        run("cmake", "-S", HERE / "stranger", "-B", cls.root / "stranger",
            "-DCMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", cls.root / "stranger")
        cls.stranger = cls.root / "stranger/stranger"
        cls.two_loaders = cls.root / "stranger/two_loaders"
        linked = re.search(r"libOpenCL\.so\.1 => (\S+)", run("ldd", cls.stranger))
        cls.loaders = [linked.group(1)]
        # The wheel of pyopencl has a loader with such a name.
        wheel = cls.root / "libOpenCL-5519dec5.so.1.0.0"
        shutil.copy(cls.loaders[0], wheel)
        cls.loaders.append(str(wheel))
        if OTHER_LOADER:
            cls.loaders.append(OTHER_LOADER)
            folder = cls.root / "other-loader"
            folder.mkdir()
            (folder / "libOpenCL.so.1").symlink_to(OTHER_LOADER)
            # With the libraries that the loader needs.
            cls.other = {"LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root, ignore_errors=True)

    def expect_platform(self, environment, program=None):
        environment = {"LANEWISE_CACHE": "off", **environment}
        out = run(program or self.stranger, "Lanewise", MODULE, environment=environment)
        self.assertIn("Lanewise", out)

    def loader_environments(self):
        """For programs that are linked with a loader: the system's, and the other one."""
        return [{}] + ([self.other] if OTHER_LOADER else [])

    def test_library_is_named_by_the_vendor_file(self):
        named = (self.vendors / "lanewise.icd").read_text().strip()
        self.assertTrue(pathlib.Path(named).is_file(), named)
        self.assertTrue(named.startswith(str(self.prefix)), named)

    def test_vendor_file_of_a_relative_prefix_names_the_library_from_everywhere(self):
        run("cmake", "--install", BUILD, "--prefix", "relative/prefix", cwd=self.root)
        vendors = self.root / "relative/prefix/etc/OpenCL/vendors"
        self.assertEqual((vendors / "lanewise.icd").read_text().strip(),
                         str(self.root / "relative/prefix/lib/liblanewise.so"))
        self.expect_platform({"OCL_ICD_VENDORS": f"{vendors}/"})

    def test_nothing_points_into_the_build_tree(self):
        for path in self.prefix.rglob("*"):
            if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
                dynamic = run("readelf", "-d", path)
                self.assertNotIn(str(BUILD), dynamic, path)

    def test_found_by_the_folder_of_vendor_files(self):
        for loader in self.loader_environments():
            with self.subTest(loader):
                self.expect_platform({"OCL_ICD_VENDORS": f"{self.vendors}/", **loader})

    @unittest.skipUnless(OTHER_LOADER, "LANEWISE_TEST_LOADER names no other loader")
    def test_found_by_the_name_of_the_library(self):
        """Beside the installed platforms."""
        library = (self.vendors / "lanewise.icd").read_text().strip()
        self.expect_platform({"OCL_ICD_FILENAMES": library, **self.other})

    def test_behind_a_layer(self):
        layer = self.root / "stranger/liblayer.so"
        for loader in self.loader_environments():
            with self.subTest(loader):
                out = run(self.stranger, "Lanewise", MODULE, environment={
                    "LANEWISE_CACHE": "off", "OCL_ICD_VENDORS": f"{self.vendors}/", "OPENCL_LAYERS": str(layer),
                    **loader})
                self.assertEqual(out, "layer: squares\nLanewise\n")

    def test_handles_of_one_loader_are_used_by_another(self):
        """Loaders of cl_khr_icd 1.0 and 2.0 crashed with handles of each other."""
        for first in self.loaders:
            for second in self.loaders:
                for helpers in "auto", "onetbb", "own":
                    with self.subTest(first=first, second=second, helpers=helpers):
                        run(self.two_loaders, first, second, MODULE, environment={
                            "LANEWISE_CACHE": "off", "OCL_ICD_VENDORS": f"{self.vendors}/",
                            "LANEWISE_HELPERS": helpers})

    def test_an_allocator_became_global_after_the_start(self):
        """The library allocated with it, and released with another one: "free(): invalid pointer"."""
        for loader in self.loaders:
            with self.subTest(loader):
                run(self.two_loaders, loader, loader, MODULE, self.root / "stranger/libpart_allocator.so",
                    environment={"LANEWISE_CACHE": "off", "OCL_ICD_VENDORS": f"{self.vendors}/"})

    def test_found_by_the_vendor_file(self):
        self.expect_platform({"OCL_ICD_VENDORS": str(self.vendors / "lanewise.icd")})

    def test_found_in_the_build_tree(self):
        self.expect_platform({"OCL_ICD_VENDORS": f"{BUILD}/vendors/"})

    def test_beside_another_platform_in_the_same_process(self):
        folder = self.root / "both"
        folder.mkdir()
        shutil.copy(self.vendors / "lanewise.icd", folder)
        others = list(pathlib.Path("/etc/OpenCL/vendors").glob("*.icd"))
        others = [path for path in others if "lanewise" not in path.name]
        if not others:
            self.skipTest("no other platform is installed")
        for path in others:
            shutil.copy(path, folder)
        for loader in self.loader_environments():
            with self.subTest(loader):
                self.expect_platform({"OCL_ICD_VENDORS": f"{folder}/", **loader})
        for first in self.loaders:
            run(self.two_loaders, first, self.loaders[0], MODULE,
                environment={"LANEWISE_CACHE": "off", "OCL_ICD_VENDORS": f"{folder}/"})

    def helpers(self, folder, choice, **environment):
        """What a program with the installed library of `folder` prints of the helpers of loops."""
        vendors = folder / "test-vendors"
        vendors.mkdir(exist_ok=True)
        [library] = folder.rglob("liblanewise.so")
        (vendors / "lanewise.icd").write_text(f"{library}\n")
        done = subprocess.run(
            [self.stranger, "Lanewise", MODULE], capture_output=True, text=True,
            env={**os.environ, "OCL_ICD_VENDORS": f"{vendors}/", "LANEWISE_CACHE": "off", "LANEWISE_LOG": "api",
                 "LANEWISE_HELPERS": choice, **environment})
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(done.stderr.count("helpers of loops:"), 1, done.stderr)
        return "\n".join(re.findall(".*(?:helpers of loops|LANEWISE_HELPERS).*", done.stderr))

    def own_copy(self, name):
        """Of the installation, for changes."""
        folder = self.root / name
        shutil.copytree(self.prefix, folder)
        [library] = folder.rglob("liblanewise-onetbb.so")
        return folder, library

    def expect_own_threads(self, folder, reason, **environment):
        """The application goes on, and a message tells why."""
        for choice in "auto", "onetbb":
            said = self.helpers(folder, choice, **environment)
            self.assertRegex(said, f"helpers of loops: threads of the runtime: {reason}")
            if choice == "onetbb":
                self.assertRegex(said, f"lanewise: LANEWISE_HELPERS=onetbb has no effect: {reason}")

    def test_helpers_of_loops(self):
        self.assertIn("threads of the runtime: LANEWISE_HELPERS=own", self.helpers(self.prefix, "own"))
        self.assertRegex(self.helpers(self.prefix, "onetbb"), r"threads of oneTBB \(.*libtbb\.so\.12")

    def test_application_with_another_tbb_of_the_same_name(self):
        """Without the functions that we need, the platform was absent."""
        library = self.root / "libtbb.so.12"
        run("cc", "-shared", "-x", "c", os.devnull, f"-Wl,-soname,{library.name}", "-o", library)
        self.expect_own_threads(self.prefix, "oneTBB cannot be loaded: .*undefined symbol", LD_PRELOAD=str(library))

    def test_no_tbb(self):
        """As a library of ours that needs one which the system does not have."""
        folder, library = self.own_copy("no-tbb")
        missing = self.root / "libmissing.so.12"
        run("cc", "-shared", "-x", "c", os.devnull, f"-Wl,-soname,{missing.name}", "-o", missing)
        run("cc", "-shared", "-Wl,--no-as-needed", missing, "-o", library, "-x", "c", os.devnull)
        missing.unlink()
        self.expect_own_threads(folder, "oneTBB cannot be loaded: libmissing.so.12: cannot open shared object file")

    def test_the_library_for_tbb_is_not_installed(self):
        folder, library = self.own_copy("without")
        library.unlink()
        self.expect_own_threads(folder, "liblanewise-onetbb.so not found in ")

    def test_the_library_for_tbb_belongs_to_another_version(self):
        folder, library = self.own_copy("other-build")
        run("cc", "-shared", "-x", "c", os.devnull, "-o", library)
        self.expect_own_threads(folder, ".*liblanewise-onetbb.so belongs to another version of Lanewise")

    def test_nothing_is_written_to_the_installation(self):
        folder, library = self.own_copy("read-only")
        self.helpers(folder, "onetbb")
        library.parent.chmod(0o555)
        self.addCleanup(library.parent.chmod, 0o755)
        before = sorted(folder.rglob("*"))
        self.assertIn("threads of oneTBB", self.helpers(folder, "onetbb"))
        self.assertEqual(sorted(folder.rglob("*")), before)

    def test_enumeration_loads_no_tbb(self):
        if not shutil.which("clinfo"):
            self.skipTest("clinfo is not installed")
        done = subprocess.run(["clinfo", "--list"], capture_output=True, text=True, check=True,
                              env={**os.environ, "OCL_ICD_VENDORS": f"{self.vendors}/", "LD_DEBUG": "files"})
        self.assertIn("liblanewise.so", done.stderr)
        self.assertNotIn("libtbb.so", done.stderr)

    def test_moved_after_installing(self):
        """The compiler is found relative to the library after the installation has moved."""
        moved = self.root / "moved"
        folder = self.root / "moved-vendors"
        folder.mkdir()
        library = (self.vendors / "lanewise.icd").read_text().strip()
        (folder / "lanewise.icd").write_text(library.replace(str(self.prefix), str(moved)) + "\n")
        self.prefix.rename(moved)
        self.addCleanup(moved.rename, self.prefix)
        self.expect_platform({"OCL_ICD_VENDORS": f"{folder}/"})

    def test_clinfo_shows_the_platform(self):
        if not shutil.which("clinfo"):
            self.skipTest("clinfo is not installed")
        out = run("clinfo", environment={"OCL_ICD_VENDORS": f"{self.vendors}/"})
        self.assertIn("Lanewise", out)
        self.assertNotIn("error", out.lower().replace("error correction", ""))

    def test_unknown_level_is_told_with_the_known_ones(self):
        done = subprocess.run(
            [self.stranger, "Lanewise", MODULE], capture_output=True, text=True, check=True,
            env={**os.environ, "OCL_ICD_VENDORS": f"{self.vendors}/", "LANEWISE_CACHE": "off",
                 "LANEWISE_CPU": "x86-64-v9"})
        self.assertIn("LANEWISE_CPU has the value 'x86-64-v9', which is none of native, x86-64-v2, x86-64-v3, "
                      "x86-64-v4; using 'native'", done.stderr)

    def test_processor_below_the_lowest_level_has_no_device(self):
        """The device was there, and the results of kernels were wrong: its code ended in illegal instructions."""
        emulator = shutil.which("qemu-x86_64-static") or shutil.which("qemu-x86_64")
        if not emulator:
            self.skipTest("qemu-x86_64 is not installed")
        for cpu, lacking in ("core2duo", "popcnt, sse4.1, sse4.2"), ("Nehalem", ""):
            with self.subTest(cpu):
                done = subprocess.run([emulator, "-cpu", cpu, self.stranger, "Lanewise", MODULE], text=True,
                                      capture_output=True, check=False, env={
                                          **os.environ, "OCL_ICD_VENDORS": f"{self.vendors}/", "LANEWISE_CACHE": "off"})
                if lacking:
                    self.assertEqual(done.returncode, 1, done)
                    self.assertRegex(done.stderr, f"lanewise: no device: the processor '.*' lacks {lacking} of the lowest "
                                                  "level x86-64-v2")
                else:
                    self.assertNotIn("no device", done.stderr)

    def test_usr_prefix_uses_the_system_folder(self):
        staged = self.root / "staged"
        run("cmake", "--install", BUILD, "--prefix", "/usr", environment={"DESTDIR": str(staged)})
        vendor = staged / "etc/OpenCL/vendors/lanewise.icd"
        self.assertTrue(vendor.is_file())
        named = vendor.read_text().strip()
        self.assertTrue((staged / named.lstrip("/")).is_file(), named)


if __name__ == "__main__":
    MODULE = pathlib.Path(sys.argv.pop()).resolve()
    BUILD = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
