#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs api-tests with the loader that LANEWISE_TEST_LOADER names, such as that of Khronos; skipped without.

Usage: other_loader_test.py <api-tests>
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77


def main(program):
    loader = os.environ.get("LANEWISE_TEST_LOADER")
    if not loader:
        print("[  SKIPPED ] LANEWISE_TEST_LOADER names no other loader")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="lanewise-loader-") as folder:
        (pathlib.Path(folder) / "libOpenCL.so.1").symlink_to(pathlib.Path(loader).resolve(strict=True))
        # With the libraries that the loader needs.
        environment = {**os.environ, "LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
        linked = subprocess.run(["ldd", program], env=environment, capture_output=True, text=True, check=True).stdout
        if not re.search(rf"libOpenCL\.so\.1 => {re.escape(folder)}/", linked):
            print(f"{program} does not use {loader}:\n{linked}")
            return 1
        return subprocess.run([program, "--gtest_brief=1"], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
