#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program in a control group of 512 MiB (version 1 or 2). Exit code 77 if none can be made."""

import os
import pathlib
import subprocess
import sys

LIMIT = 512 << 20
ROOT = pathlib.Path("/sys/fs/cgroup")
NAME = f"lanewise-test-{os.getpid()}"


def own_group(controller):
    """The folder of this process's group; controller "" is version 2."""
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if controller in controllers.split(","):
            return path.lstrip("/")
    return ""


def make_group():
    """(folder, file of the limit)"""
    for folder, limit in ((ROOT / "memory" / own_group("memory"), "memory.limit_in_bytes"),
                          (ROOT / own_group(""), "memory.max")):
        group = folder / NAME
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / limit).write_text(str(LIMIT))
            return group
        except OSError:
            group.rmdir()
    sys.exit(77)


group = make_group()
try:
    done = subprocess.run(sys.argv[1:], preexec_fn=lambda: (group / "cgroup.procs").write_text("0"))
finally:
    group.rmdir()
sys.exit(done.returncode if done.returncode >= 0 else 1)
