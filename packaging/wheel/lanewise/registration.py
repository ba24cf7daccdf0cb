# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vendor files, which name the library to loaders: written, removed, and what a user has to know about them."""

import os
import pwd
import shlex
import sys

from lanewise import library_path
from lanewise.opencl import Failed

SYSTEM_FOLDER = "/etc/OpenCL/vendors"
VENDOR_FILE = "lanewise.icd"
SHELL_FILES = (".profile", ".bash_profile", ".bashrc", ".zprofile", ".zshrc")


def user_folder():
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "lanewise", "vendors")


def user_environment_file():
    return os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"), "environment.d",
                        "60-lanewise.conf")


def is_conda():
    return os.path.isdir(os.path.join(sys.prefix, "conda-meta"))


def chosen_folder(folder):
    """Where the vendor file goes, `folder` if it is given, and whether a loader reads that folder by itself."""
    if folder:
        return os.path.abspath(folder), False
    if is_conda():
        return os.path.join(sys.prefix, "etc", "OpenCL", "vendors"), True
    if os.geteuid() == 0:
        return SYSTEM_FOLDER, True
    return user_folder(), False


def record_file():
    return os.path.join(os.path.dirname(user_folder()), "made-folders")


def make_folder(folder, is_recorded):
    """Makes a folder with those above it. What --install has made for the user, --uninstall removes."""
    folder = os.path.abspath(folder)
    missing = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for folder in reversed(missing):
        os.mkdir(folder)
    if is_recorded and missing:
        with open(record_file(), "a", encoding="utf-8") as stream:
            stream.writelines(f"{folder}\n" for folder in missing)


def remove_made_folders():
    try:
        with open(record_file(), encoding="utf-8") as stream:
            folders = stream.read().splitlines()
    except FileNotFoundError:
        return
    os.remove(record_file())
    # Deepest first. One that has other files by now stays.
    for folder in sorted(folders, key=len, reverse=True):
        try:
            os.rmdir(folder)
        except OSError:
            pass


def env_line(folder):
    return f"export OCL_ICD_VENDORS={shlex.quote(folder)}"


def named_library(folder):
    """The library that the vendor file of a folder names; None if there is no file."""
    try:
        with open(os.path.join(folder, VENDOR_FILE), encoding="utf-8") as stream:
            return stream.read().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None


def system_platforms():
    """The vendor files of other platforms in the system's folder."""
    if not os.path.isdir(SYSTEM_FOLDER):
        return []
    return [name for name in sorted(os.listdir(SYSTEM_FOLDER)) if name.endswith(".icd") and name != VENDOR_FILE]


def is_our_link(link):
    return os.path.islink(link) and os.readlink(link) == os.path.join(SYSTEM_FOLDER, os.path.basename(link))


def link_system_platforms(folder):
    """A variable that names this folder replaces the system's, so the platforms there are named here, too."""
    for name in os.listdir(folder):
        link = os.path.join(folder, name)
        if is_our_link(link) and not os.path.exists(link):
            os.remove(link)
    for name in system_platforms():
        link = os.path.join(folder, name)
        if not os.path.lexists(link):
            os.symlink(os.path.join(SYSTEM_FOLDER, name), link)


def warn_of_owners():
    """For a vendor file for all users."""
    folder = os.path.dirname(library_path())
    while folder != "/":
        facts = os.stat(folder)
        if not facts.st_mode & 0o001:
            print(f"lanewise: warning: other users cannot read {folder}, so they will not find the platform; install it in /opt")
            return
        if facts.st_uid != 0:
            try:
                owner = pwd.getpwuid(facts.st_uid).pw_name
            except KeyError:
                owner = str(facts.st_uid)
            print(f"lanewise: warning: {folder} belongs to {owner}, who can change what root's programs load; install it in /opt")
            return
        if facts.st_mode & 0o022 and not facts.st_mode & 0o1000:
            print(f"lanewise: warning: users other than root can write to {folder}, and so change what root's programs load;"
                  " install it in /opt")
            return
        folder = os.path.dirname(folder)


def write_environment_file(folder):
    """For the sessions of systemd. Other shells do without."""
    file = user_environment_file()
    try:
        make_folder(os.path.dirname(file), True)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(f"OCL_ICD_VENDORS={folder}\n")
        print(f"lanewise: wrote {file}, which systemd's sessions read at the next login")
    except OSError as error:
        print(f"lanewise: warning: cannot write {file}: {error.strerror}; sessions of systemd do without it")


def install(given):
    folder, is_read = chosen_folder(given)
    other = named_library(folder)
    if other and other != library_path() and os.path.exists(other):
        raise Failed(f"{os.path.join(folder, VENDOR_FILE)} belongs to another installation: it names {other}")
    try:
        make_folder(folder, folder == user_folder())
        if not is_read:
            link_system_platforms(folder)
        file = os.path.join(folder, VENDOR_FILE)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(library_path() + "\n")
    except OSError as error:
        raise Failed(f"cannot write to {folder}: {error.strerror}; --env needs no file, --folder selects another folder") from None
    print(f"lanewise: wrote {file}")
    if folder == SYSTEM_FOLDER:
        warn_of_owners()
    if is_read:
        return
    if not given:
        write_environment_file(folder)
    print("For shells, add this line to ~/.profile, and run it in shells that are open. Run --install again when another platform\n"
          f"was installed.\n{env_line(folder)}")


def remove(file):
    try:
        os.remove(file)
    except FileNotFoundError:
        return False
    print(f"lanewise: removed {file}")
    return True


def files_that_set(folder):
    """The files of shells with a line that names the folder."""
    found = []
    for name in SHELL_FILES:
        try:
            with open(os.path.expanduser(f"~/{name}"), encoding="utf-8", errors="replace") as stream:
                if any("OCL_ICD_VENDORS" in line and folder in line for line in stream):
                    found.append(f"~/{name}")
        except OSError:
            pass
    return found


def uninstall(given):
    folder, is_read = chosen_folder(given)
    named = named_library(folder)
    if named and named != library_path() and os.path.exists(named):
        print(f"lanewise: not registered in {folder}: {VENDOR_FILE} there names {named}, which stays")
        return
    found = bool(named) and remove(os.path.join(folder, VENDOR_FILE))
    if not is_read:
        if not given:
            found |= remove(user_environment_file())
        if os.path.isdir(folder):
            for name in os.listdir(folder):
                if is_our_link(os.path.join(folder, name)):
                    os.remove(os.path.join(folder, name))
    if folder == user_folder():
        remove_made_folders()
    if not found:
        print(f"lanewise: not registered in {folder}")
    # A variable that names no folder hides every platform.
    if files := files_that_set(folder):
        print(f"lanewise: remove the line with OCL_ICD_VENDORS from {' and '.join(files)}, else no platform is found")
    if os.environ.get("OCL_ICD_VENDORS", "").rstrip("/") == folder:
        print("lanewise: in shells that are open: unset OCL_ICD_VENDORS")


def why_not_found():
    """For a user whose loader does not find the platform."""
    vendors = os.environ.get("OCL_ICD_VENDORS")
    if vendors and not os.path.exists(vendors):
        return f"OCL_ICD_VENDORS names {vendors}, which does not exist, so no platform is found: unset it, or run --install"
    if not vendors and named_library(user_folder()) == library_path():
        return ("registered, but OCL_ICD_VENDORS is not set in this shell: log in again with the line in ~/.profile, or run\n"
                + env_line(user_folder()))
    return "the system's loader does not find this Lanewise: see --env and --install"


def hidden_platforms():
    """Platforms of the system that were installed after --install, and that the variable therefore hides."""
    if os.environ.get("OCL_ICD_VENDORS", "").rstrip("/") != user_folder():
        return []
    return [name for name in system_platforms() if not os.path.exists(os.path.join(user_folder(), name))]
