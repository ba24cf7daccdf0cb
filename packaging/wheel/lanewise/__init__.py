# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lanewise, an OpenCL platform for CPUs. `python -m lanewise` shows it and runs a test.

Programs use it through a loader (libOpenCL.so.1), not through this module. The loader in pyopencl's wheel finds it by
itself. `python -m lanewise --env` prints a line for others, and `python -m lanewise --install` registers it.
"""

import os
import sys

__version__ = "@VERSION@"


def library_path():
    """The absolute path of liblanewise.so, for OCL_ICD_FILENAMES and vendor files."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "liblanewise.so")


def run_lanewise_cc():
    """The offline compiler, in place of this process."""
    _run("lanewise-cc")


def run_lanewise_run():
    """The program that runs applications with checks, in place of this process."""
    _run("lanewise-run")


def _run(name):
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    try:
        os.execv(program, [name, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"lanewise: cannot execute {program}: {error.strerror}")
