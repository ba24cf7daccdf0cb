#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures OpenCL platforms, and the native functions of limits/, in alternation and compares them.

    bench/run.py [--build build/release] [--platforms lanewise,pocl,limit] [--rounds 3] [--filter REGEX]
                 [--environment NAME:VARIABLE=VALUE ...] [--source] [--csv FILE [--note TEXT ...]]

Speeds are relative to the last platform; `limit` is the native functions. Without a filter all groups but
Math, which takes minutes. The loader shows lanewise the build's platform only, and every other name the
platforms of the system, or those that --environment NAME:OCL_ICD_VENDORS=FOLDER names. Results go to
<build>/bench-results/.
"""

import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import compare  # noqa: E402


def environments(platforms, build, settings):
    """{platform: the environment of its processes}."""
    found = {platform: dict(os.environ) for platform in platforms}
    if "lanewise" in found:
        found["lanewise"]["OCL_ICD_VENDORS"] = str(build / "vendors") + "/"
    for setting in settings:
        platform, assignment = setting.split(":", 1)
        variable, value = assignment.split("=", 1)
        if platform not in found:
            sys.exit(f"--environment names '{platform}', which --platforms does not ({', '.join(platforms)})")
        found[platform][variable] = value
    return found


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=root / "build/release")
    parser.add_argument("--platforms", default="lanewise,pocl")
    parser.add_argument("--environment", action="append", default=[], metavar="NAME:VARIABLE=VALUE",
                        help="a variable for one platform's processes; may be repeated")
    parser.add_argument("--source", action="store_true", help="kernels from source instead of SPIR-V")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--filter", default="-^Math/", help="of benchmarks; with a minus: without them")
    parser.add_argument("--min-time", default="0.3", help="seconds a benchmark runs at least")
    parser.add_argument("--warm-up", default="0.5",
                        help="seconds a benchmark runs before it is measured: kernels may be compiled for their launches")
    parser.add_argument("--csv", help="write the medians to this file, for chart.py and performance_page.py")
    parser.add_argument("--note", action="append", default=[], metavar="TEXT",
                        help="a comment line of the file, such as 'machine: ...', 'date: ...', 'conditions: ...'; may be repeated")
    arguments = parser.parse_args()
    platforms = arguments.platforms.split(",")
    build = arguments.build.resolve()
    results = build / "bench-results"
    results.mkdir(exist_ok=True)
    paths = {platform: [] for platform in platforms}
    environment = environments(platforms, build, arguments.environment)
    for turn in range(arguments.rounds):
        for platform in platforms:
            path = results / f"{platform}-{turn}.json"
            print(f"round {turn + 1} of {arguments.rounds}: {platform}", flush=True)
            subprocess.run([build / "bench/lanewise-bench", f"--platform={platform}",
                            *(["--source"] if arguments.source else []),
                            f"--benchmark_filter={arguments.filter}",
                            f"--benchmark_min_time={arguments.min_time}",
                            f"--benchmark_min_warmup_time={arguments.warm_up}",
                            f"--benchmark_out={path}", "--benchmark_out_format=json"],
                           env=environment[platform], check=True, stdout=subprocess.DEVNULL)
            paths[platform].append(str(path))
    compare.main(paths, arguments.csv, arguments.note)


if __name__ == "__main__":
    main()
