#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A fake binary of the CTS: its sub-tests do what their names say. Log lines and the JSON file
have the form that the suite's harness writes."""

import json
import os
import signal
import sys
import time

TESTS = ("passes", "fails", "skips", "too_new", "leaves_a_line_open", "crashes", "hangs", "after_all")


def run(name):
    print(f"{name}...", flush=True)
    if name == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "hangs":
        time.sleep(60)
    if name == "too_new":
        print(f"{name} skipped (requires at least OpenCL version 9.9, but the device reports 3.0)")
        return "skip"
    if name == "leaves_a_line_open":
        print("Testing float ", end="")
    ending, outcome = {"fails": ("FAILED", "fail"), "skips": ("test not supported", "skip")}.get(
        name, ("passed", "pass"))
    print(f"{name} {ending}")
    return outcome


def main():
    if "--list" in sys.argv:
        print("\n".join(f"\t{name}" for name in sorted(TESTS)))
        return 0
    if os.environ.get("FAKE_START") == "dies":
        os.kill(os.getpid(), signal.SIGABRT)
    chosen = [name for name in TESTS if name in sys.argv[1:]]
    results = {name: run(name) for name in chosen}
    with open(os.environ["CL_CONFORMANCE_RESULTS_FILENAME"], "w") as file:
        json.dump({"cmd": sys.argv[0], "args": "", "results": results}, file)
    if os.environ.get("FAKE_END") == "dies":
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGABRT)
    return 1 if "fail" in results.values() else 0


if __name__ == "__main__":
    sys.exit(main())
