# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the device and runs a test, or registers the platform for loaders (libOpenCL.so.1).

The loader in pyopencl's wheel finds Lanewise by itself. For other programs, add this line to a shell:

    eval "$(python -m lanewise --env)"

(for sh, bash and zsh; with most loaders the shell then sees Lanewise only), or register it with --install: with root
rights in /etc/OpenCL/vendors, in a conda environment in its etc/OpenCL/vendors, else for this user. Remove it with
--uninstall before the package.

The exit status is 0 if the device works, whether or not a loader finds it.
"""

import argparse
import ctypes
import importlib.metadata
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
from lanewise.registration import hidden_platforms, install, uninstall, why_not_found

GLIBC = (2, 34)
PROCESSOR = "@PROCESSOR@"
SOURCE = "kernel void squares(global uint* out) { uint i = get_global_id(0); out[i] = i * i; }"


def check_system():
    """Names what keeps the library from being loaded."""
    if platform.system() != "Linux" or platform.machine() != PROCESSOR:
        raise Failed(f"the wheel is for Linux on {PROCESSOR}; this is {platform.system()} on {platform.machine()}")
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


def loaded_library():
    """The liblanewise.so that this process has loaded."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as stream:
        paths = (line.rstrip("\n").split(maxsplit=5)[-1] for line in stream if line.rstrip().endswith("/liblanewise.so"))
        return next(paths, library_path())


def loader_line():
    """How the loader of the system, if there is one, finds the platform now."""
    try:
        loader = ctypes.CDLL("libOpenCL.so.1")
    except OSError:
        return "no loader (libOpenCL.so.1) is installed (Debian: ocl-icd-libopencl1); pyopencl's wheel has its own"
    count = ctypes.c_uint()
    if loader.clGetPlatformIDs(0, None, ctypes.byref(count)) == 0:
        handles = (ctypes.c_void_p * count.value)()
        loader.clGetPlatformIDs(count.value, handles, None)
        name = ctypes.create_string_buffer(256)
        for handle in handles:
            loader.clGetPlatformInfo(ctypes.c_void_p(handle), PLATFORM_NAME, ctypes.c_size_t(256), name, None)
            if name.value == b"Lanewise":
                library = loaded_library()
                other = "" if os.path.realpath(library) == os.path.realpath(library_path()) else f" of another installation: {library}"
                hidden = hidden_platforms()
                return f"the system's loader finds Lanewise{other}" + (
                    f"\nhidden: {', '.join(hidden)}, installed after --install: run --install again" if hidden else "")
    return why_not_found()


def pyopencl_line():
    try:
        version = importlib.metadata.version("pyopencl")
    except importlib.metadata.PackageNotFoundError:
        return "pyopencl: not installed in this environment (pip install pyopencl)"
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(library_path()))), "pyopencl", ".libs")
    has_loader = os.path.isdir(folder) and any(name.startswith("libOpenCL") for name in os.listdir(folder))
    return f"pyopencl: {version}, " + ("finds Lanewise without a variable" if has_loader else "uses the system's loader")


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
    print(pyopencl_line())
    # A second library of the same name must not meet this one in the process.
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "lanewise", "--loader"], check=False)


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
    if options.folder and not (options.install or options.uninstall):
        parser.error("--folder is for --install and --uninstall")
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
            check_system()
            install(options.folder)
        elif options.uninstall:
            uninstall(options.folder)
        else:
            show()
    except Failed as error:
        sys.exit(f"lanewise: {error}")
    except OSError as error:
        sys.exit(f"lanewise: {error.filename or ''}: {error.strerror}")


if __name__ == "__main__":
    main()
