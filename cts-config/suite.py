# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one binary of the CTS, so that a sub-test that crashes or hangs does not affect the others.

A binary runs as many sub-tests in one process as it can. Its log names the running sub-test. If the
process dies or a sub-test exceeds its time limit, this outcome is recorded and a new process runs the
remaining sub-tests. The CTS writes its JSON file at the end of a process. Outcomes come from this file
if it exists, otherwise from the log. Called by run.py.
"""

import ctypes
import dataclasses
import json
import os
import pathlib
import re
import selectors
import signal
import subprocess
import time

OUTCOMES = ("pass", "fail", "skip", "crash", "timeout", "not run")
# For failures before the first and after the last sub-test; no sub-test has these names.
START, END = "(start)", "(end)"


@dataclasses.dataclass
class Result:
    outcome: str
    seconds: float = 0.0
    note: str = ""


@dataclasses.dataclass
class SuiteResult:
    results: dict  # sub-test -> Result, in the order in which they ran
    wall: float = 0.0
    cpu: float = 0.0

    def count(self, outcome):
        return sum(result.outcome == outcome for result in self.results.values())


def adopt_orphans():
    """Makes this process the parent of orphans: it waits for the compiler process of a host that died,
    and counts its CPU time."""
    pr_set_child_subreaper = 36
    ctypes.CDLL(None, use_errno=True).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def cpu_seconds():
    """CPU time of all reaped children."""
    times = os.times()
    return times.children_user + times.children_system


def listed_tests(command, environment):
    """The sub-tests of a binary, from its --list, where names are indented by a tab."""
    shown = subprocess.run([*command, "--list"], env=environment, capture_output=True, text=True,
                           errors="replace", timeout=120, check=False)
    return re.findall(r"^\t(\S+)$", shown.stdout, re.M)


class Log:
    """Reads the outcomes of sub-tests from the output of a process, line by line."""

    # Endings of the suite's lines.
    ENDINGS = (("passed", "pass"), ("FAILED", "fail"), ("test not supported", "skip"),
               ("test currently not implemented", "skip"))

    def __init__(self, tests):
        self.tests = set(tests)
        self.current = None
        self.since = time.monotonic()
        self.results = {}

    def line(self, text):
        text = text.rstrip("\r\n")
        if text.endswith("...") and text[:-3] in self.tests and text[:-3] not in self.results:
            self.current, self.since = text[:-3], time.monotonic()
            self.results[self.current] = None
            return
        if self.current is None:
            return
        for ending, outcome in self.ENDINGS:
            # A sub-test may have printed an unfinished line before it.
            if text.endswith(f"{self.current} {ending}"):
                self.finish(outcome)
                return
        if re.search(rf"\b{re.escape(self.current)} skipped \(requires ", text):
            self.finish("skip")

    def finish(self, outcome, note=""):
        self.results[self.current] = Result(outcome, time.monotonic() - self.since, note)
        self.current, self.since = None, time.monotonic()


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def follow(process, log, sink, limit):
    """Reads the output until the process ends; False if a sub-test took longer than the limit."""
    rest = b""
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ)
        while True:
            left = log.since + limit - time.monotonic()
            if left <= 0:
                return False
            if not ready.select(min(left, 1.0)):
                if process.poll() is not None:  # a child still has its output open
                    return True
                continue
            data = os.read(process.stdout.fileno(), 1 << 16)
            if not data:
                break
            sink.write(data)
            *lines, rest = (rest + data).split(b"\n")
            for text in lines:
                log.line(text.decode(errors="replace"))
    log.line(rest.decode(errors="replace"))
    try:
        process.wait(max(0.0, log.since + limit - time.monotonic()))
    except subprocess.TimeoutExpired:
        return False
    return True


def run_process(command, tests, environment, folder, sink, limit):
    """One process over some sub-tests: ({sub-test: Result}, description of an abnormal end or '')."""
    report = pathlib.Path(folder) / "results.json"
    report.unlink(missing_ok=True)
    process = subprocess.Popen(
        command, env=environment | {"CL_CONFORMANCE_RESULTS_FILENAME": str(report)}, cwd=folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True)
    log = Log(tests)
    try:
        in_time = follow(process, log, sink, limit)
    finally:  # also when we are interrupted
        kill_group(process)
        process.stdout.close()
        code = process.wait()
    trouble = ""
    if not in_time:
        trouble = f"no end within {limit:.0f} s"
    elif code < 0:
        trouble = f"died of {signal.Signals(-code).name}"
    elif not report.exists():
        trouble = f"ended with {code} and without results"
    if trouble and log.current is not None:
        log.finish("crash" if in_time else "timeout", trouble)
    results = {name: result for name, result in log.results.items() if result}
    if report.exists():
        for name, outcome in json.loads(report.read_text())["results"].items():
            results[name] = Result(outcome, results[name].seconds if name in results else 0.0)
    return results, trouble


def call_of(command, tests):
    """The command with the names in place of '{tests}', and without '{all}'."""
    words = []
    for word in command:
        words += tests if word == "{tests}" else [] if word == "{all}" else [word]
    return words


def run_suite(command, tests, environment, folder, limit):
    """Runs the sub-tests; command has '{tests}' where their names belong, or '{all}' if it takes
    none. Folder gets log.txt."""
    adopt_orphans()
    folder.mkdir(parents=True, exist_ok=True)
    done = {}
    start, cpu_before = time.monotonic(), cpu_seconds()
    left = list(tests)
    with open(folder / "log.txt", "wb") as sink:
        while left:
            results, trouble = run_process(call_of(command, left), left, environment, folder, sink,
                                           limit)
            done.update(results)
            now_left = [name for name in left if name not in results]
            if trouble and len(now_left) == len(left):
                done[START] = Result("crash", 0.0, trouble)
                break
            if trouble and not any(r.outcome in ("crash", "timeout") for r in results.values()):
                done[END] = Result("crash", 0.0, trouble)
            if not trouble and now_left:  # the binary does not know these names, or skipped them
                break
            left = now_left
    for name in left:
        done.setdefault(name, Result("not run"))
    wall = time.monotonic() - start
    reap_orphans()
    return SuiteResult(done, wall, cpu_seconds() - cpu_before)


def reap_orphans():
    """Waits for remaining descendants, for two seconds at most."""
    deadline = time.monotonic() + 2.0
    while time.monotonic() < deadline:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.02)
        except ChildProcessError:
            return
