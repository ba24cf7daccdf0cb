#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""./setup with an apt of the test: what it asks for, and that it refuses plans that change installed packages.

Usage: setup_test.py
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = (ROOT / "setup").read_text()
RECENT = {"opencl-headers": "3.0~2024.10.24-2"}
SPIRV = {"libllvmspirvlib-19-dev": "19.1.6-1", "llvm-spirv-19": "19.1.6-1", "spirv-tools": "2025.1~rc1-1",
         "spirv-headers": "1.6.1+1.4.309.0-1"}

# The plan is the text of the file `plan`, for packages that no line names "Inst NAME (1.0 ...)". With the translator
# among the packages it is that of `plan-with-translator`, if there is one.
APT = r"""#!/bin/sh
echo "apt-get $*" >>"$HOME/calls"
case " $* " in
  *" update "*) [ ! -e "$HOME/offline" ] || { echo "E: Could not resolve 'mirror'" >&2; exit 100; } ;;
  *" -s "*)
    if [ -e "$HOME/refused" ]; then echo "E: Unable to locate package $(cat "$HOME/refused")" >&2; exit 100; fi
    plan=$HOME/plan
    case " $* " in *" libllvmspirvlib-19-dev "*) [ ! -e "$HOME/plan-with-translator" ] || plan=$HOME/plan-with-translator ;; esac
    # For calls that ask apt to keep what is installed.
    case " $* " in *Dir::Etc::preferencesparts=*)
      [ ! -e "$HOME/plan-that-keeps" ] || plan=$HOME/plan-that-keeps
      for word; do case $word in Dir::Etc::preferencesparts=*) cat "${word#*=}/installed" >"$HOME/kept" ;; esac; done ;;
    esac
    cat "$plan"
    for word; do
      case $word in -*|install|Dir::*) continue ;; esac
      grep -qE "^Inst $word " "$plan" || echo "Inst $word (1.0 Debian [amd64])"
    done ;;
  *) for word; do case $word in -*|install|Dir::*) ;; *) echo "$word installed 1.0" >>"$HOME/status" ;; esac; done ;;
esac
"""
DPKG_QUERY = r"""#!/bin/sh
for package; do :; done
awk -v package="$package" '$1 == package { print $2, $3; found = 1 } END { exit !found }' "$HOME/status"
"""
# Knows the packages of the file `known`.
APT_CACHE = r"""#!/bin/sh
grep -qx "$2" "$HOME/known" 2>/dev/null
"""
DEPENDENCIES = '#!/bin/sh\necho dependencies >>"$HOME/calls"\nmkdir -p build/dependencies\n' \
               'touch build/dependencies/dependencies.txt\n'


def words_of(name):
    return re.search(rf"^{name}=\(([^)]*)\)", SCRIPT, re.M).group(1).split()


PACKAGES = words_of("build_packages") + words_of("test_packages")


class Setup(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="lanewise-setup-"))
        self.addCleanup(shutil.rmtree, self.home)
        tree = self.home / "tree"
        programs = self.home / "bin"
        for name, text in {tree / "setup": SCRIPT, tree / "packaging/dependencies": DEPENDENCIES,
                           programs / "apt-get": APT, programs / "dpkg-query": DPKG_QUERY, programs / "apt-cache": APT_CACHE,
                           programs / "sudo": '#!/bin/sh\nexec "$@"\n'}.items():
            name.parent.mkdir(parents=True, exist_ok=True)
            name.write_text(text)
            name.chmod(0o755)
        (self.home / "plan").write_text("")
        (self.home / "status").write_text("")

    def installed(self, versions):
        (self.home / "status").write_text("".join(f"{name} installed {version}\n"
                                                  for name, version in versions.items()))

    def run_setup(self, *arguments, path=None):
        done = subprocess.run([str(self.home / "tree/setup"), *arguments], capture_output=True, text=True, check=False,
                              env={"HOME": str(self.home), "PATH": path or f"{self.home}/bin:{os.environ['PATH']}"})
        calls = self.home / "calls"
        self.calls = calls.read_text().splitlines() if calls.exists() else []
        return done

    def changes(self):
        """The calls that can change the system."""
        return [call for call in self.calls if " -s " not in call and " update " not in call and call != "dependencies"]

    def test_everything_is_installed(self):
        self.installed(dict.fromkeys(PACKAGES, "1.0") | SPIRV | RECENT)
        done = self.run_setup()
        self.assertEqual((done.returncode, self.calls), (0, []), done.stderr)

    def test_old_headers_of_opencl_were_taken(self):
        """Those of Debian 12 lack types that the runtime uses."""
        self.installed(dict.fromkeys(PACKAGES, "1.0") | SPIRV | {"opencl-headers": "3.0~2023.02.06-1"})
        self.assertEqual(self.run_setup().returncode, 0)
        self.assertEqual(self.calls[-1], "dependencies")

    def test_debian_13_packages_are_taken(self):
        (self.home / "plan").write_text("".join(f"Inst {name} ({version} Debian:13 [amd64])\n"
                                                for name, version in (SPIRV | RECENT).items()))
        done = self.run_setup()
        install, = self.changes()
        self.assertTrue(set(SPIRV) | set(PACKAGES) <= set(install.split()), install)
        self.assertIn("--no-remove", install)
        self.assertIn("adding", done.stdout)

    def test_library_of_spirv_tools_was_missing_where_it_has_a_package_of_its_own(self):
        """Debian's sid; CMake did not find SPIRV-Tools."""
        (self.home / "known").write_text("spirv-tools-dev\n")
        self.installed(dict.fromkeys(PACKAGES, "1.0") | SPIRV | RECENT)
        (self.home / "plan").write_text("".join(f"Inst {name} ({version} Debian:sid [amd64])\n" for name, version in
                                                (SPIRV | RECENT | {"spirv-tools-dev": "2026.4~rc2-1"}).items()))
        self.assertEqual(self.run_setup().returncode, 0)
        install, = self.changes()
        self.assertIn("spirv-tools-dev", install.split())

    def test_installed_packages_were_upgraded_to_those_of_debian_13(self):
        """The plan of libllvmspirvlib-19-dev upgraded libc6."""
        for line in "Inst libc6 [2.36-9] (2.41-12 Debian:13 [amd64])", "Remv libssl3 [3.0.15]":
            with self.subTest(line):
                (self.home / "plan").write_text(line + "\n")
                done = self.run_setup()
                self.assertNotEqual(done.returncode, 0)
                self.assertEqual(self.changes(), [])
                self.assertIn("without changing installed ones: apt would change " + line.split()[1], done.stderr)

    def test_security_update_of_an_installed_library_stopped_setup(self):
        """libzstd-dev of the security archive needs the libzstd1 beside it, and the release has the one of the old library."""
        (self.home / "plan").write_text("Inst libzstd1 [1.5.4+dfsg2-5] (1.5.4+dfsg2-5+deb12u1 Debian-Security:12 [amd64])\n")
        (self.home / "plan-that-keeps").write_text("")
        self.installed({"libzstd1": "1.5.4+dfsg2-5"})
        done = self.run_setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        install, = self.changes()
        self.assertIn("Dir::Etc::preferencesparts=", install)
        self.assertTrue(set(PACKAGES) <= set(install.split()), install)
        self.assertIn("Pin: version 1.5.4+dfsg2-5\n", (self.home / "kept").read_text())

    def test_package_that_was_half_unpacked_was_taken_for_a_changed_one(self):
        """Setup that was interrupted while dpkg unpacked: apt plans to install the same version again."""
        (self.home / "plan").write_text("Inst ninja-build [1.12-1] (1.12-1 Debian:13 [amd64])\n")
        done = self.run_setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.changes()), 1)

    def test_translator_that_would_upgrade_the_C_library_is_built(self):
        """The other packages are added, and packaging/dependencies builds what is missing."""
        (self.home / "plan-with-translator").write_text("Inst libc6 [2.36-9] (2.41-12 Debian:13 [amd64])\n" + "".join(
            f"Inst {name} ({version} Debian:13 [amd64])\n" for name, version in (SPIRV | RECENT).items()))
        done = self.run_setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        install, = self.changes()
        self.assertTrue(set(PACKAGES) <= set(install.split()), install)
        self.assertFalse(set(SPIRV) & set(install.split()), install)
        self.assertEqual(self.calls[-1], "dependencies")

    def test_old_spirv_packages_were_taken(self):
        """Those of Debian 12 do not know what the project uses."""
        old = SPIRV | {"spirv-tools": "2023.1-2"}
        (self.home / "plan").write_text("".join(f"Inst {name} ({version} Debian:12 [amd64])\n"
                                                for name, version in old.items()))
        done = self.run_setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        install, = self.changes()
        self.assertFalse(set(SPIRV) & set(install.split()), install)
        self.assertEqual(self.calls[-1], "dependencies")

    def test_built_dependencies_are_enough(self):
        self.installed(dict.fromkeys(PACKAGES, "1.0"))
        self.assertEqual(self.run_setup().returncode, 0)
        self.assertEqual(self.calls[-1], "dependencies")
        (self.home / "calls").unlink()
        self.run_setup()
        self.assertEqual(self.calls, ["dependencies"])  # which looks whether they are up to date

    def test_packages_of_tests_are_left_out_of_a_build(self):
        self.run_setup("build")
        install, = self.changes()
        self.assertFalse(set(words_of("test_packages")) & set(install.split()), install)

    def test_no_network(self):
        (self.home / "offline").write_text("")
        done = self.run_setup()
        self.assertEqual(self.changes(), [])
        self.assertIn("apt-get update failed: E: Could not resolve 'mirror'; is the network up?", done.stderr)

    def test_release_without_a_package(self):
        (self.home / "refused").write_text("clang-19")
        done = self.run_setup()
        self.assertEqual(self.changes(), [])
        self.assertIn("Unable to locate package clang-19", done.stderr)

    def test_no_root_and_no_sudo(self):
        (self.home / "bin/sudo").unlink()
        (self.home / "bin/id").write_text("#!/bin/sh\necho 1000\n")
        (self.home / "bin/id").chmod(0o755)
        # The programs of the system, but sudo.
        for folder in map(pathlib.Path, os.environ["PATH"].split(":")):
            for program in folder.glob("*"):
                link = self.home / "bin" / program.name
                if program.name != "sudo" and not link.is_symlink() and not link.exists():
                    link.symlink_to(program)
        done = self.run_setup(path=f"{self.home}/bin")
        self.assertEqual(self.changes(), [])
        self.assertIn("without root or sudo: cmake", done.stderr)


if __name__ == "__main__":
    unittest.main()
