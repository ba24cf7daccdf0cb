#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""install.sh and `python -m lanewise --install` with stand-ins for the libraries: in seconds, without root."""

import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Installer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lane wise ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.vendors = self.folder / "vendors"
        self.vendors.mkdir()
        self.vendor_file = self.vendors / "lanewise.icd"

    def write(self, path, text="", mode=0o644):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)
        return file

    def other_installation(self):
        library = self.write("other/liblanewise.so")
        self.vendor_file.write_text(f"{library}\n")
        return f"{library}\n"

    def run_with(self, *words, expect=0, **environment):
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, cwd=self.folder,
                              env=os.environ | {"HOME": str(self.folder)} | environment)
        self.assertEqual(done.returncode, expect, done)
        return done.stdout + done.stderr


class Tarball(Installer):
    def setUp(self):
        super().setUp()
        for name in ("lib/liblanewise.so", "lib/liblanewise-compiler.so", "VERSION"):
            self.write(f"archive/{name}")
        self.write("archive/PROCESSOR", platform.machine())
        for name in ("libexec/lanewise/lanewise-compiler", "bin/lanewise-cc", "bin/lanewise-run"):
            self.write(f"archive/{name}", "#!/bin/sh\n", 0o755)
        self.script = self.folder / "archive/install.sh"
        shutil.copy(ROOT / "packaging/tarball/install.sh", self.script)
        self.options = ("--prefix", self.folder / "prefix", "--vendors", self.vendors)

    def test_the_printed_command_removes_everything(self):
        printed = self.run_with(self.script, *self.options)
        self.assertEqual(self.vendor_file.read_text(), f"{self.folder}/prefix/lib/lanewise/lib/liblanewise.so\n")
        command = printed.split("To remove it: ")[1].strip()
        self.run_with("sh", "-c", command)
        self.assertFalse(self.vendor_file.exists(), command)
        self.assertFalse((self.folder / "prefix").exists(), command)

    def test_the_vendor_file_of_another_installation_stays(self):
        text = self.other_installation()
        self.assertIn("belongs to another installation", self.run_with(self.script, *self.options, expect=1))
        self.assertEqual(self.vendor_file.read_text(), text)

    def test_a_program_of_another_installation_stays(self):
        program = self.write("prefix/bin/lanewise-cc", "other")
        self.assertIn("belongs to another installation", self.run_with(self.script, *self.options, expect=1))
        self.assertEqual(program.read_text(), "other")

    def test_installed_again_over_itself(self):
        self.run_with(self.script, *self.options)
        self.run_with(self.script, *self.options)
        self.run_with(self.script, *self.options, "--uninstall")
        self.assertFalse(self.vendor_file.exists())


class Wheel(Installer):
    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "packaging/wheel/lanewise", self.folder / "lanewise")
        module = self.folder / "lanewise/__main__.py"
        module.write_text(module.read_text().replace("@PROCESSOR@", platform.machine()))
        self.library = self.write("lanewise/lib/liblanewise.so")
        self.write("lanewise/libexec/lanewise/lanewise-compiler", mode=0o755)

    def lanewise(self, *words, **options):
        return self.run_with(sys.executable, "-m", "lanewise", *words, "--folder", self.vendors, **options)

    def test_installed_and_removed(self):
        self.lanewise("--install")
        self.assertEqual(self.vendor_file.read_text(), f"{self.library}\n")
        self.lanewise("--uninstall")
        self.assertFalse(self.vendor_file.exists())
        self.assertTrue(self.vendors.is_dir(), "a folder that was there")

    def test_no_folder_of_the_user_is_left(self):
        """~/.config/environment.d and ~/.local/share stayed, with nothing in them."""
        home = self.folder / "home"
        (home / "kept").mkdir(parents=True)
        for word in "--install", "--install", "--uninstall":
            self.as_user(word)
        self.assertEqual([path.name for path in home.rglob("*")], ["kept"])

    def test_the_vendor_file_of_another_installation_stays(self):
        text = self.other_installation()
        self.assertIn("belongs to another installation", self.lanewise("--install", expect=1))
        self.assertIn("not registered", self.lanewise("--uninstall"))
        self.assertEqual(self.vendor_file.read_text(), text)

    def as_user(self, *words, **environment):
        """Root, who runs this test in a container, registers for all."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        user = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "XDG_DATA_HOME": str(home / ".local/share")}
        script = f"import sys; sys.argv[1:] = {list(words)}; import os, runpy; os.geteuid = lambda: 1000; " \
                 "runpy.run_module('lanewise', run_name='__main__')"
        return self.run_with(sys.executable, "-B", "-c", script, **user, **environment)

    def test_one_environment_removed_the_registration_of_another(self):
        """Its links to other platforms, and the file for systemd's sessions."""
        self.as_user("--install")
        folder = self.folder / "home/.local/share/lanewise/vendors"
        (folder / "lanewise.icd").write_text(self.other_installation())
        before = sorted((self.folder / "home").rglob("*"))
        self.assertIn("not registered", self.as_user("--uninstall"))
        self.assertEqual(sorted((self.folder / "home").rglob("*")), before)

    def test_line_in_profile_hid_every_platform_after_uninstall(self):
        printed = self.as_user("--install")
        [line] = [line for line in printed.splitlines() if line.startswith("export ")]
        self.write("home/.profile", line + "\n")
        folder = str(self.folder / "home/.local/share/lanewise/vendors")
        printed = self.as_user("--uninstall", OCL_ICD_VENDORS=folder)
        self.assertIn("remove the line with OCL_ICD_VENDORS from ~/.profile", printed)
        self.assertIn("unset OCL_ICD_VENDORS", printed)
        self.assertIn(f"OCL_ICD_VENDORS names {folder}, which does not exist", self.why_not_found(OCL_ICD_VENDORS=folder))

    def why_not_found(self, **environment):
        return self.run_with(sys.executable, "-B", "-c", "from lanewise.registration import why_not_found; print(why_not_found())",
                             XDG_DATA_HOME=str(self.folder / "home/.local/share"), **environment)

    def ask(self, expression, **environment):
        """What a function of registration.py answers if the system's folder is `system`."""
        return self.run_with(sys.executable, "-B", "-c", "import lanewise.registration as r, os; "
                             f"r.SYSTEM_FOLDER = os.path.abspath('system'); {expression}",
                             XDG_DATA_HOME=str(self.folder / "home/.local/share"), **environment)

    def test_platform_that_was_installed_later_is_named(self):
        folder = str(self.folder / "home/.local/share/lanewise/vendors")
        self.write("system/other.icd")
        self.as_user("--install")
        self.assertEqual(self.ask("print(r.hidden_platforms())", OCL_ICD_VENDORS=folder), "['other.icd']\n")
        self.ask(f"r.link_system_platforms({folder!r})")
        self.assertEqual(self.ask("print(r.hidden_platforms())", OCL_ICD_VENDORS=folder), "[]\n")
        self.assertEqual(self.ask("print(r.hidden_platforms())", OCL_ICD_VENDORS=""), "[]\n")

    def test_library_that_others_can_change_or_not_read_is_named(self):
        """For all users, --install wrote a vendor file that other users cannot use."""
        changed = "belongs to" if os.geteuid() else "users other than root can write to"
        for mode, text in (0o700, "other users cannot read"), (0o777, changed):
            (self.folder / "lanewise/lib").chmod(mode)
            self.assertIn(text, self.ask("r.warn_of_owners()"), oct(mode))

    def test_shell_without_the_variable_is_named(self):
        """The text named --install, which had just been run."""
        self.as_user("--install")
        self.assertIn("OCL_ICD_VENDORS is not set in this shell", self.why_not_found(OCL_ICD_VENDORS=""))

    def test_folder_that_cannot_be_written_for_systemd_is_a_warning(self):
        self.write("home/.config", "a file")
        printed = self.as_user("--install")
        self.assertIn("warning: cannot write", printed)
        self.assertIn("export OCL_ICD_VENDORS=", printed)

    def test_dead_links_go_and_folder_alone_is_refused(self):
        (self.vendors / "gone.icd").symlink_to("/etc/OpenCL/vendors/gone.icd")
        self.lanewise("--install")
        self.assertFalse((self.vendors / "gone.icd").is_symlink())
        self.assertIn("--folder is for --install", self.lanewise(expect=2))


if __name__ == "__main__":
    unittest.main(verbosity=2)
