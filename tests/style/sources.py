# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The project's own files, for the tests of tests/style and tests/tables."""

import functools
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


@functools.cache
def files():
    """Every file of the project, relative to its root: git's list, else everything outside build/."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        names = listed.stdout.splitlines()
    else:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
                 if path.is_file() and path.relative_to(ROOT).parts[0] not in ("build", ".git")]
    return [pathlib.Path(name) for name in names if (ROOT / name).is_file()]


@functools.cache
def text(path):
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def under(*folders, suffixes=(".cpp", ".h", ".def")):
    return [path for path in files() if path.parts[0] in folders and path.suffix in suffixes]


def header(name):
    """A header of OpenCL, SPIR-V or the system that the build uses: packaging/dependencies may have installed a newer one."""
    own = ROOT / "build/dependencies/include" / name
    return own if own.exists() else pathlib.Path("/usr/include") / name
