# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the device and runs a test, or registers the platform for loaders (libOpenCL.so.1).

The loader in pyopencl's wheel finds Lanewise by itself. For other programs, add this line to a shell:

    eval "$(python -m lanewise --env)"

or register it with --install: with root rights in /etc/OpenCL/vendors, in a conda environment in its
etc/OpenCL/vendors, else for this user. Remove it with --uninstall before the package.
"""

import argparse
import ctypes
import os
import platform
import shlex
import stat
import subprocess
import sys
import time

from lanewise import __version__, library_path
from lanewise.opencl import (DEVICE_COMPUTE_UNITS, DEVICE_MEMORY, DEVICE_NAME, PLATFORM_NAME, PLATFORM_VERSION, Failed,
                             OpenCL)

SYSTEM_FOLDER = "/etc/OpenCL/vendors"
VENDOR_FILE = "lanewise.icd"
GLIBC = (2, 34)
SOURCE = "kernel void squares(global uint* out) { uint i = get_global_id(0); out[i] = i * i; }"


def check_system():
    """Names what keeps the library from being loaded."""
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise Failed(f"the wheel is for Linux on x86-64; this is {platform.system()} on {platform.machine()}")
    name, version = platform.libc_ver()
    if name != "glibc":
        raise Failed(f"the wheel needs glibc {GLIBC[0]}.{GLIBC[1]} or newer; this system has another C library (musl?)")
    if tuple(int(part) for part in version.split(".")[:2]) < GLIBC:
        raise Failed(f"the wheel needs glibc {GLIBC[0]}.{GLIBC[1]} or newer; this system has {version}")
    if not os.path.isfile(library_path()):
        raise Failed(f"{library_path()} not found; install the package again")
    program = os.path.join(os.path.dirname(os.path.dirname(library_path())), "libexec", "lanewise", "lanewise-compiler")
    if not os.access(program, os.X_OK):
        mode = os.stat(program).st_mode if os.path.exists(program) else 0
        why = "is not executable" if mode and not mode & stat.S_IXUSR else "cannot be executed (folder or mount without execution?)"
        raise Failed(f"{program} {why if mode else 'not found'}; kernels cannot be compiled")


def loader_line():
    """How the loader of the system, if there is one, finds the platform now."""
    try:
        loader = ctypes.CDLL("libOpenCL.so.1")
    except OSError:
        return "no loader (libOpenCL.so.1) is installed; pyopencl's wheel has its own"
    count = ctypes.c_uint()
    if loader.clGetPlatformIDs(0, None, ctypes.byref(count)) == 0:
        handles = (ctypes.c_void_p * count.value)()
        loader.clGetPlatformIDs(count.value, handles, None)
        name = ctypes.create_string_buffer(256)
        for handle in handles:
            loader.clGetPlatformInfo(ctypes.c_void_p(handle), PLATFORM_NAME, ctypes.c_size_t(256), name, None)
            if name.value == b"Lanewise":
                return "the system's loader finds Lanewise"
    return "the system's loader does not find this Lanewise: see --env and --install"


def show():
    check_system()
    opencl = OpenCL(library_path())
    device = opencl.device()
    print(f"platform: {opencl.platform_text(PLATFORM_VERSION)}")
    units = opencl.device_number(device, DEVICE_COMPUTE_UNITS, ctypes.c_uint)
    memory = opencl.device_number(device, DEVICE_MEMORY, ctypes.c_uint64)
    print(f"device: {opencl.text('clGetDeviceInfo', device, DEVICE_NAME)}, {units} compute units, {memory >> 20} MiB")
    begin = time.monotonic()
    count = 10000
    results = opencl.run(device, SOURCE, "squares", count)
    wrong = sum(results[index] != index * index % (1 << 32) for index in range(count))
    if wrong:
        raise Failed(f"test: {wrong} of {count} results are wrong")
    print(f"test: {count} results are correct, built and run in {(time.monotonic() - begin) * 1000:.0f} ms")
    print(f"library: {library_path()}")
    # A second library of the same name must not meet this one in the process.
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "lanewise", "--loader"], check=False)


def user_folder():
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "lanewise", "vendors")


def user_environment_file():
    return os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"), "environment.d",
                        "60-lanewise.conf")


def is_conda():
    return os.path.isdir(os.path.join(sys.prefix, "conda-meta"))


def chosen_folder(options):
    """Where the vendor file goes, and whether a loader reads that folder by itself."""
    if options.folder:
        return os.path.abspath(options.folder), False
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


def named_library(file):
    """The library that a vendor file names; None if there is no file."""
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read().strip()
    except FileNotFoundError:
        return None


def install(options):
    check_system()
    folder, is_read = chosen_folder(options)
    other = named_library(os.path.join(folder, VENDOR_FILE))
    if other and other != library_path() and os.path.exists(other):
        raise Failed(f"{os.path.join(folder, VENDOR_FILE)} belongs to another installation: it names {other}")
    make_folder(folder, folder == user_folder())
    if not is_read and os.path.isdir(SYSTEM_FOLDER):
        # The variable replaces the system's folder, so the platforms there are named here, too.
        for name in sorted(os.listdir(SYSTEM_FOLDER)):
            link = os.path.join(folder, name)
            if name.endswith(".icd") and name != VENDOR_FILE and not os.path.lexists(link):
                os.symlink(os.path.join(SYSTEM_FOLDER, name), link)
    file = os.path.join(folder, VENDOR_FILE)
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(library_path() + "\n")
    print(f"lanewise: wrote {file}")
    if is_read:
        return
    if not options.folder:
        file = user_environment_file()
        make_folder(os.path.dirname(file), True)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(f"OCL_ICD_VENDORS={folder}\n")
        print(f"lanewise: wrote {file}, which systemd's sessions read at the next login")
    print(f"For shells, add this line to ~/.profile:\n{env_line(folder)}")


def remove(file):
    try:
        os.remove(file)
    except FileNotFoundError:
        return False
    print(f"lanewise: removed {file}")
    return True


def uninstall(options):
    folder, is_read = chosen_folder(options)
    file = os.path.join(folder, VENDOR_FILE)
    found = named_library(file) == library_path() and remove(file)
    if not is_read:
        if not options.folder:
            found |= remove(user_environment_file())
        if os.path.isdir(folder):
            for name in os.listdir(folder):
                link = os.path.join(folder, name)
                if os.path.islink(link) and os.readlink(link) == os.path.join(SYSTEM_FOLDER, name):
                    os.remove(link)
    if folder == user_folder():
        remove_made_folders()
    if not found:
        print(f"lanewise: not registered in {folder}")


def main():
    parser = argparse.ArgumentParser(prog="python -m lanewise", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--env", action="store_true", help="print a line for a shell, with which loaders find Lanewise")
    group.add_argument("--install", action="store_true", help="register Lanewise for loaders")
    group.add_argument("--uninstall", action="store_true", help="undo --install")
    group.add_argument("--library", action="store_true", help="print the path of the library")
    group.add_argument("--loader", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help="with --install and --uninstall: another folder of vendor files")
    parser.add_argument("--version", action="version", version=f"lanewise {__version__}")
    options = parser.parse_args()
    try:
        if options.env:
            # ocl-icd takes the file as the only platform, Khronos' loader adds the other one.
            path = shlex.quote(library_path())
            print(f"export OCL_ICD_VENDORS={path} OCL_ICD_FILENAMES={path}")
        elif options.library:
            print(library_path())
        elif options.loader:
            print(loader_line())
        elif options.install:
            install(options)
        elif options.uninstall:
            uninstall(options)
        else:
            show()
    except Failed as error:
        sys.exit(f"lanewise: {error}")
    except OSError as error:
        sys.exit(f"lanewise: {error.filename or ''}: {error.strerror}")


if __name__ == "__main__":
    main()
