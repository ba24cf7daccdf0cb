#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs of kernel tests with every number of lanes and every local size, and with code that is compiled
for the local size of each launch. Their tests must pass,
and each buffer must have, after each launch, the bits that it has in scalar code and with the same local size.
Buffers that differ between two runs of scalar code (they contain addresses) are not compared.

    crossing.py PROGRAM... [--lanes N...] [--local SIZE...]

SIZE is that of launches that leave it open (tests/kernels/device.h); "open" leaves it open.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

LANES = ("1", "4", "8", "16", "32")
LOCAL_SIZES = ("open", "1", "3", "7", "8x8", "64", "256")
# With 16 lanes: a part of a vector, half vectors in rows, and whole vectors.
SPECIALIZED_SIZES = ("3", "8x8", "64")


def run(program, lanes, local, folder, specialize="off"):
    """(digests of all buffers, output if a test failed)."""
    digests = folder / "digests"
    digests.unlink(missing_ok=True)
    done = subprocess.run(
        [program, "--gtest_brief=1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", check=False,
        env=os.environ | {"LANEWISE_LANES": lanes, "LANEWISE_CACHE": str(folder / "cache"),
                          "LANEWISE_SPECIALIZE": specialize,
                          "OPENCL_TEST_LOCAL_SIZE": "" if local == "open" else local,
                          "OPENCL_TEST_DIGESTS": str(digests)})
    lines = digests.read_text().splitlines() if digests.exists() else []
    return lines, done.stdout if done.returncode else ""


def difference(expected, again, got):
    """The kernels after which a digest differs, or nothing."""
    if len(expected) != len(got):
        return f"{len(got)} buffers instead of {len(expected)}"
    kernels = {other.rsplit(" ", 1)[0] for one, same, other in zip(expected, again, got)
               if one == same and one != other}
    return "differs from scalar code: " + ", ".join(sorted(kernels)) if kernels else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--lanes", nargs="+", default=LANES)
    parser.add_argument("--local", nargs="+", default=LOCAL_SIZES)
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for program in arguments.programs:
            for local in arguments.local:
                expected, again = (run(program, "1", local, folder)[0] for _ in range(2))
                ways = [(lanes, "off") for lanes in arguments.lanes] + [("0", "quick")]
                if local in SPECIALIZED_SIZES:
                    ways.append(("16", "always"))
                for lanes, specialize in ways:
                    got, wrong = run(program, lanes, local, folder, specialize)
                    wrong = wrong or difference(expected, again, got)
                    passed, failed = passed + (not wrong), failed + bool(wrong)
                    if wrong:
                        how = {"always": ", specialized", "quick": ", built quickly"}.get(specialize, "")
                        print(f"{pathlib.Path(program).name}, {lanes} lanes, local size {local}{how}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
