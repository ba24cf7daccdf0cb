#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chroots of Debian suites, kept as tar files in a work folder. Used by ./package and tests/packages.

Chroots of another architecture run in QEMU, with compilers of this machine (add_tools). Every command in a chroot runs in mount and process namespaces of its own. Its mounts and its processes end
with it, so nothing has to be unmounted before a chroot is removed.
"""

import contextlib
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time

# In the order in which ./package makes them. The number is the release, as versions name it.
SUITES = {"bookworm": "12", "trixie": "13", "sid": ""}
# Debian's names of architectures, and Linux's of their processors.
PROCESSORS = {"amd64": "x86_64", "arm64": "aarch64"}
# Where a chroot of another architecture has the chroot of this machine's, and where its programs are found first.
TOOLS, PROGRAMS = "/build-machine", "/usr/local/bin"
# Users have homes that no package and no other program of a test writes to.
HOMES = "/srv"
NO_NETWORK = re.compile(r"Could not (resolve|connect)|Temporary failure|Unable to connect|Network is unreachable"
                        r"|Failed to fetch|Connection (timed out|refused)")
PROGRESS = re.compile(r"^\[(\d+)/(\d+)\]")

# Arguments: the root, the number of bind mounts, their pairs of folders, the command. What fails to mount in a
# container (/sys) is not needed by any program here.
ENTER = r"""
set -e
root=$1; count=$2; shift 2
mount -t proc proc "$root/proc" || mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys" 2>/dev/null || true
while [ "$count" -gt 0 ]; do
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  shift 2; count=$((count - 1))
done
exec chroot "$root" "$@"
"""


class Failed(Exception):
    """A message for the user. The program ends with it, without a stack trace."""


def own_architecture():
    """Debian's name of this machine's architecture."""
    for name, processor in PROCESSORS.items():
        if processor == platform.machine():
            return name
    raise Failed(f"packages are made on {' and '.join(PROCESSORS.values())}; this is {platform.machine()}")


def need_emulation(architecture):
    """QEMU's program, which Linux opened when it was registered (F): chroots do not have it."""
    name = f"qemu-{PROCESSORS[architecture]}"
    entry = pathlib.Path("/proc/sys/fs/binfmt_misc", name)
    if not entry.exists() or not re.search(r"(?m)^enabled$(.|\n)*^flags: .*F", entry.read_text()):
        raise Failed(f"Linux does not start programs of {architecture} with QEMU in a chroot: install qemu-user-static and "
                     f"binfmt-support, or register {name} with the flag F in /proc/sys/fs/binfmt_misc")


def add_tools(chroot, tools, programs):
    """Programs of this machine for a chroot of another architecture, where QEMU would take ten times as long. `tools` is a
    chroot that has them. Its libraries and headers lie in folders that have the name of this architecture."""
    folder = f"{platform.machine()}-linux-gnu"
    chroot.binds[tools.folder] = TOOLS
    for place in (f"usr/lib/{folder}", f"usr/lib/gcc/{folder}", f"usr/include/{folder}"):
        chroot.binds[tools.folder / place] = f"/{place}"
    for loader in tools.folder.glob("usr/lib64/ld-linux*"):
        place = chroot.inside(f"/usr/lib64/{loader.name}")
        place.parent.mkdir(exist_ok=True)
        place.symlink_to(f"{TOOLS}/usr/lib64/{loader.name}")
    with contextlib.suppress(FileExistsError):
        chroot.inside("/lib64").symlink_to("usr/lib64")
    for program in programs:
        chroot.inside(f"{PROGRAMS}/{program}").symlink_to(f"{TOOLS}/usr/bin/{program}")


def say(text):
    print(f"package: {text}", flush=True)


def read_table(path, kind, suite):
    """The packages of the rows of `kind` whose suite is `suite` or *."""
    found = []
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if words and words[0] == kind and words[1] in ("*", suite):
            found += words[2:]
    return found


def remove(folder):
    """Never across a mount."""
    subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=True)


class Log:
    """The output of one step in a file, and its progress on the terminal."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def run(self, command, **options):
        """True if the command succeeded. Lines "[n/m]" of a build are the progress."""
        with self.path.open("ab") as file:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, **options)
            try:
                return self.follow(process, file)
            finally:
                process.kill()  # if this program is interrupted; it ends all processes in the chroot
                process.wait()

    @staticmethod
    def follow(process, file):
        shown = -1
        for line in process.stdout:
            file.write(line)
            file.flush()
            match = PROGRESS.match(line.decode(errors="replace"))
            if match:
                percent = 100 * int(match[1]) // max(1, int(match[2]))
                step = percent if sys.stdout.isatty() else percent // 10 * 10
                if step > shown:
                    shown = step
                    if sys.stdout.isatty():
                        print(f"\r  {step} % of {match[2]} steps", end="", flush=True)
                    else:
                        print(f"  {step} % of {match[2]} steps", flush=True)
        if shown >= 0 and sys.stdout.isatty():
            print()
        return process.wait() == 0

    def tail(self, count=25):
        lines = self.path.read_text(errors="replace").splitlines()
        return "\n".join("  " + line for line in lines[-count:])

    def fail(self, what):
        """The last lines, and the reason where the log shows it."""
        text = self.path.read_text(errors="replace")[-100000:]
        print(self.tail(), file=sys.stderr)
        if re.search("Release file .* is expired", text):
            reason = ("the mirror's Release file is expired: wrong clock or an old mirror "
                      "(--apt-option 'Acquire::Check-Valid-Until \"false\"' accepts it)")
        elif "No space left on device" in text:
            reason = "no space left in the work folder (--work FOLDER names another)"
        elif NO_NETWORK.search(text):
            reason = "the mirror cannot be reached; is the network up? (--mirror ADDRESS names another mirror)"
        else:
            reason = "see the lines above"
        raise Failed(f"{what} failed: {reason} (log: {self.path})")


class Chroot:
    """An unpacked chroot. `folder` is removed by close()."""

    def __init__(self, folder, binds):
        self.folder = folder
        self.binds = dict(binds)  # folder outside -> folder inside

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        remove(self.folder)

    def command(self, words, user="root", network=True, environment=None, folder="/"):
        """What to execute to run `words` inside, as `user`."""
        home = "/root" if user == "root" else f"{HOMES}/{user}"
        variables = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home,
                     "USER": user, "LOGNAME": user, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                     "TERM": "dumb"}
        variables |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        variables |= environment or {}
        binds = [text for pair in self.binds.items() for text in map(str, pair)]
        inside = ["env", "-i", "-C", folder, *(f"{name}={value}" for name, value in variables.items())]
        if user != "root":
            inside += ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"]),
                "sh", "-c", ENTER, "enter", str(self.folder), str(len(self.binds)), *binds, *inside,
                *map(str, words)]

    def run(self, *words, timeout=None, **options):
        """Output is captured; the result has returncode, stdout and stderr."""
        return subprocess.run(self.command(words, **options), capture_output=True, text=True, timeout=timeout,
                              stdin=subprocess.DEVNULL, errors="replace")

    def inside(self, path):
        return self.folder / str(path).lstrip("/")

    def copy_in(self, path, target):
        place = self.inside(target)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, place, dirs_exist_ok=True)
        else:
            shutil.copy(path, place)

    def add_user(self, name):
        done = self.run("useradd", "--create-home", "--base-dir", HOMES, "--user-group", "--shell", "/bin/bash", name)
        if done.returncode:
            raise Failed(f"useradd failed: {done.stderr.strip()}")


class Chroots:
    """The tar files of a work folder."""

    def __init__(self, work, mirror="", apt_options=(), architecture=""):
        """`architecture`: Debian's name; empty: this machine's."""
        self.work = pathlib.Path(work).resolve()
        self.architecture = architecture if architecture != own_architecture() else ""
        if self.architecture:
            need_emulation(self.architecture)  # before work that ends with "Exec format error"
        self.mirror = [mirror] if mirror else []  # mmdebstrap knows Debian's own
        self.apt_options = list(apt_options)
        (self.work / "chroots").mkdir(parents=True, exist_ok=True)
        (self.work / "log").mkdir(exist_ok=True)

    def name(self, suite):
        """Of files and folders."""
        return f"{suite}-{self.architecture}" if self.architecture else suite

    def log(self, name):
        path = self.work / "log" / f"{name}.log"
        path.unlink(missing_ok=True)
        return Log(path)

    def base(self, suite):
        """Debian's essential packages and apt."""
        tar = self.work / "chroots" / f"{self.name(suite)}.tar"
        if tar.exists():
            return tar
        if not shutil.which("mmdebstrap"):
            raise Failed("mmdebstrap not found: install the packages mmdebstrap and debian-archive-keyring")
        self.need_space(1, f"a chroot of {suite}")
        say(f"{self.name(suite)}: base system")
        unfinished = tar.with_name(f"{self.name(suite)}.unfinished.tar")
        log = self.log(f"{self.name(suite)}-base")
        mode = "root" if os.geteuid() == 0 else "unshare"
        options = [f"--aptopt={option}" for option in self.apt_options]
        if self.architecture:
            options.append(f"--architectures={self.architecture}")
        if not log.run(["mmdebstrap", "--variant=minbase", f"--mode={mode}", *options, suite, str(unfinished),
                        *self.mirror]):
            unfinished.unlink(missing_ok=True)
            log.fail(f"making the base system of {suite}")
        unfinished.rename(tar)
        return tar

    def layer(self, suite, name, steps, inputs=""):
        """A tar of the base system after `steps`, commands as root. Made anew if they or `inputs` change."""
        key = hashlib.sha256(repr((steps, inputs)).encode()).hexdigest()[:12]
        tar = self.work / "chroots" / f"{self.name(suite)}-{name}-{key}.tar"
        if tar.exists():
            return tar
        base = self.base(suite)
        self.need_space(6, f"the packages for {name} in {suite}")
        say(f"{self.name(suite)}: installing packages for {name}")
        log = self.log(f"{self.name(suite)}-{name}-packages")
        with self.unpack(base, suite, f"{self.name(suite)}-{name}-packages") as chroot:
            for step in [["apt-get", "update", "-q"], *steps]:
                if not log.run(chroot.command(step)):
                    log.fail(f"installing packages for {name} in {suite}")
            unfinished = tar.with_name("unfinished-" + tar.name)
            # The lists of packages stay, so that a test can install without a new download of them.
            done = subprocess.run(["tar", "-C", str(chroot.folder), "--one-file-system", "-cf", str(unfinished),
                                   "."], capture_output=True, text=True, check=False)
            if done.returncode:
                unfinished.unlink(missing_ok=True)
                raise Failed(f"writing {tar} failed: {done.stderr.strip()[-300:]}")
        unfinished.rename(tar)
        for old in tar.parent.glob(f"{self.name(suite)}-{name}-????????????.tar"):
            if old != tar:
                old.unlink()
        return tar

    def unpack(self, tar, suite, name):
        folder = self.work / "run" / f"{name}-{os.getpid()}"
        remove(folder)
        folder.mkdir(parents=True)
        done = subprocess.run(["tar", "-C", str(folder), "--numeric-owner", "--exclude=./dev/*", "-xpf", str(tar)],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            remove(folder)
            raise Failed(f"unpacking {tar} failed: {done.stderr.strip()[-300:]}")
        for file in ("resolv.conf", "hosts"):
            with contextlib.suppress(OSError):
                (folder / "etc" / file).unlink(missing_ok=True)
                shutil.copy(f"/etc/{file}", folder / "etc" / file)
        # A package that has a service must not start it.
        policy = folder / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        # A chroot that does not outlive a crash of the machine needs no fsync.
        (folder / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
        archives = self.work / "apt" / suite
        (archives / "partial").mkdir(parents=True, exist_ok=True)
        return Chroot(folder, {archives: "/var/cache/apt/archives"})

    def remove_leftovers(self):
        """Chroots of earlier runs that were interrupted."""
        for folder in (self.work / "run").glob("*-*"):
            process = folder.name.rsplit("-", 1)[1]
            if not pathlib.Path(f"/proc/{process}").exists():
                remove(folder)

    def need_space(self, gigabytes, what):
        free = shutil.disk_usage(self.work).free / 1e9
        if free < gigabytes:
            raise Failed(f"no space: {what} needs about {gigabytes} GB, and {self.work} has {free:.1f} GB free "
                         f"(--work FOLDER names another folder)")


def duration(begin):
    seconds = int(time.monotonic() - begin)
    return f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"
