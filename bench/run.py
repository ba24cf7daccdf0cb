#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures two OpenCL platforms in alternation and compares them.

    bench/run.py [--build build/release] [--platforms lanewise,pocl] [--rounds 3] [--filter REGEX]

Without a filter all groups but Math, which takes minutes. The loader shows each side its own platform only: the build's for lanewise, the system's for every
other name. Results go to <build>/bench-results/.
"""

import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import compare  # noqa: E402


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=root / "build/release")
    parser.add_argument("--platforms", default="lanewise,pocl")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--filter", default="-^Math/", help="of benchmarks; with a minus: without them")
    parser.add_argument("--min-time", default="0.3", help="seconds a benchmark runs at least")
    arguments = parser.parse_args()
    platforms = arguments.platforms.split(",")
    build = arguments.build.resolve()
    results = build / "bench-results"
    results.mkdir(exist_ok=True)
    paths = []
    for turn in range(arguments.rounds):
        for platform in platforms:
            environment = dict(os.environ)
            if platform == "lanewise":
                environment["OCL_ICD_VENDORS"] = str(build / "vendors") + "/"
            path = results / f"{platform}-{turn}.json"
            print(f"round {turn + 1} of {arguments.rounds}: {platform}", flush=True)
            subprocess.run([build / "bench/lanewise-bench", f"--platform={platform}",
                            f"--benchmark_filter={arguments.filter}",
                            f"--benchmark_min_time={arguments.min_time}",
                            f"--benchmark_out={path}", "--benchmark_out_format=json"],
                           env=environment, check=True, stdout=subprocess.DEVNULL)
            paths.append(str(path))
    compare.main(paths)


if __name__ == "__main__":
    main()
