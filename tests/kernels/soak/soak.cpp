// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The soak test: some threads run random operations while compiler processes are killed, file
// descriptors run out, the clock is changed, the disk is slow, and the file system of the cache is
// full. Results must be right. Memory, descriptors and threads of the process must not grow.
//
//   kernels-soak [--seconds N] [--threads N] [--seed N] [--csv FILE] [--forks 0]
//
// The file has a line for each round, which is a second and a disturbance. Operations may fail only
// if they overlap with the end of a compiler process, or with a time without descriptors.
#include "soak/operations.h"
#include "soak/slow_system.h"

#include "tests/runtime/mounted_folder.h"

#include <dirent.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

namespace {

using soak::User, soak::World;

struct Options {
  uint64_t seconds = 5, threads = 3, seed = 1, forks = 1;
  std::string csv;
};

Options parse(int count, char** values) {
  Options options;
  for (int index = 1; index + 1 < count; index += 2) {
    const std::string name = values[index];
    const uint64_t number = std::strtoull(values[index + 1], nullptr, 10);
    if (name == "--seconds") options.seconds = number;
    if (name == "--threads") options.threads = number;
    if (name == "--seed") options.seed = number;
    if (name == "--forks") options.forks = number;
    if (name == "--csv") options.csv = values[index + 1];
  }
  return options;
}

/// What must not grow.
struct Use {
  // Resident: without the pages of kept blocks, which the system may take at any time.
  uint64_t residentKilobytes = 0, keptKilobytes = 0, mappedKilobytes = 0, descriptors = 0,
           threads = 0;
};

void forEachEntry(const char* folder, const std::function<void(const char*)>& visit) {
  DIR* opened = opendir(folder);
  if (!opened) return;
  while (const dirent* entry = readdir(opened))
    if (entry->d_name[0] != '.') visit(entry->d_name);
  closedir(opened);
}

Use measure() {
  Use use;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    const uint64_t number = std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
    if (line.starts_with("VmRSS:")) use.residentKilobytes = number;
    if (line.starts_with("VmSize:")) use.mappedKilobytes = number;
    if (line.starts_with("Threads:")) use.threads = number;
  }
  std::ifstream rollup("/proc/self/smaps_rollup");
  for (std::string line; std::getline(rollup, line);)
    if (line.starts_with("LazyFree:")) use.keptKilobytes = std::strtoull(&line[9], nullptr, 10);
  use.residentKilobytes -= std::min(use.residentKilobytes, use.keptKilobytes);
  forEachEntry("/proc/self/fd", [&](const char*) { ++use.descriptors; });
  return use;
}

/// Until it has ended: the next operation must not find it.
void killAndWait(pid_t process) {
  const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  kill(process, SIGKILL);
  pollfd ended{descriptor, POLLIN, 0};
  while (descriptor >= 0 && poll(&ended, 1, -1) < 0) {
  }
  if (descriptor >= 0) close(descriptor);
}

/// The compiler processes of this process: their second argument is its id.
void killCompilers() {
  const std::string own = std::to_string(getpid());
  forEachEntry("/proc", [&](const char* name) {
    const auto process = static_cast<pid_t>(std::strtol(name, nullptr, 10));
    if (process <= 0) return;
    std::ifstream file("/proc/" + std::string(name) + "/cmdline", std::ios::binary);
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const size_t program = line.find('\0'), socket = line.find('\0', program + 1);
    if (socket == line.npos) return;
    if (line.substr(0, program).ends_with("lanewise-compiler") &&
        line.compare(socket + 1, own.size() + 1, own + '\0') == 0)
      killAndWait(process);
  });
}

void withoutDescriptors(std::chrono::milliseconds time) {
  rlimit before;
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  std::this_thread::sleep_for(time);
  setrlimit(RLIMIT_NOFILE, &before);
}

void mayFail(World& world, const std::function<void()>& disturbance) {
  ++world.disturbances;
  disturbance();
  ++world.disturbances;
}

void disturb(World& world, uint64_t number) {
  constexpr int64_t kDay = 24 * 60 * 60;
  static constexpr int64_t kClocks[] = {-3650 * kDay, 3650 * kDay, -60, kDay, 0};
  switch (number % 4) {
    case 0: return mayFail(world, [] { withoutDescriptors(std::chrono::milliseconds(20)); });
    case 1: return mayFail(world, killCompilers);
    case 2: return soak::changeClock(kClocks[number / 4 % std::size(kClocks)]);
    default: return soak::slowDisk(number / 4 % 2 ? 10'000 : 0);
  }
}

/// The largest values of a part of the run.
Use largest(const std::vector<Use>& uses, size_t begin, size_t end) {
  Use most;
  for (size_t index = begin; index < end && index < uses.size(); ++index) {
    const Use& use = uses[index];
    most.residentKilobytes = std::max(most.residentKilobytes, use.residentKilobytes);
    most.mappedKilobytes = std::max(most.mappedKilobytes, use.mappedKilobytes);
    most.descriptors = std::max(most.descriptors, use.descriptors);
    most.threads = std::max(most.threads, use.threads);
  }
  return most;
}

/// Compares the second quarter with the last one.
bool isFlat(const std::vector<Use>& uses) {
  const size_t quarter = uses.size() / 4;
  const Use early = largest(uses, quarter, 2 * quarter),
            late = largest(uses, 3 * quarter, uses.size());
  std::printf(
      "largest values, second and last quarter: %llu and %llu KiB resident, %llu and %llu "
      "descriptors, %llu and %llu threads\n",
      static_cast<unsigned long long>(early.residentKilobytes),
      static_cast<unsigned long long>(late.residentKilobytes),
      static_cast<unsigned long long>(early.descriptors),
      static_cast<unsigned long long>(late.descriptors),
      static_cast<unsigned long long>(early.threads),
      static_cast<unsigned long long>(late.threads));
  constexpr uint64_t kKilobytes = 32 << 10, kDescriptors = 8, kThreads = 4;
  return late.residentKilobytes <= early.residentKilobytes * 11 / 10 + kKilobytes &&
         late.descriptors <= early.descriptors + kDescriptors &&
         late.threads <= early.threads + kThreads;
}

std::vector<Use> watch(World& world, const Options& options, const std::atomic<uint64_t>& steps) {
  std::vector<Use> uses;
  std::ofstream csv;
  if (!options.csv.empty()) csv.open(options.csv);
  csv << "second,operations,resident_kib,kept_kib,mapped_kib,descriptors,threads,tolerated,errors\n";
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto seconds = [&] {
    const auto spent = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
    return static_cast<uint64_t>(spent.count());
  };
  while (seconds() < options.seconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(900));
    uses.push_back(measure());
    const Use& use = uses.back();
    csv << seconds() << ',' << steps << ',' << use.residentKilobytes << ',' << use.keptKilobytes
        << ',' << use.mappedKilobytes << ',' << use.descriptors << ',' << use.threads << ','
        << world.tolerated << ',' << world.errors << std::endl;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    disturb(world, uses.size());
  }
  return uses;
}

void printCounts(const std::vector<std::vector<uint64_t>>& counts) {
  for (size_t index = 0; index < User::operations().size(); ++index) {
    uint64_t sum = 0;
    for (const auto& one : counts) sum += one[index];
    std::printf("%s%s %llu", index ? ", " : "", User::operations()[index].name,
                static_cast<unsigned long long>(sum));
  }
  std::puts("");
}

/// A small file system for the cache, which is full after a few programs.
void limitCache(lanewise::test::MountedFolder& mounted) {
  std::string folder = "/tmp/lanewise-soak-XXXXXX";
  if (!mkdtemp(folder.data())) return;
  if (!mounted.mountAt(folder, 0, "size=256k,mode=0700")) std::puts("the cache has no limit");
  setenv("LANEWISE_CACHE", folder.c_str(), 1);
}

}  // namespace

int main(int count, char** values) {
  const Options options = parse(count, values);
  lanewise::test::MountedFolder mounted;
  limitCache(mounted);
  World world;
  world.seed = options.seed;
  world.forks = options.forks != 0;
  if (!soak::begin(world)) return std::puts("no platform, or its compiler does not work"), 1;
  std::atomic<bool> ends = false;
  std::atomic<uint64_t> steps = 0;
  std::vector<std::vector<uint64_t>> counts(options.threads);
  std::vector<std::thread> threads;
  for (uint64_t number = 0; number < options.threads; ++number)
    threads.emplace_back([&, number] {
      User user(world, options.seed * 1000 + number);
      for (; !ends; ++steps) user.step();
      counts[number] = user.counts();
    });
  const std::vector<Use> uses = watch(world, options, steps);
  ends = true;
  for (std::thread& thread : threads) thread.join();
  soak::end(world);
  printCounts(counts);
  std::printf("%llu changed times, %llu delayed writes\n",
              static_cast<unsigned long long>(soak::changedTimes()),
              static_cast<unsigned long long>(soak::delayedWrites()));
  const bool flat = isFlat(uses);
  std::printf("%llu operations, %llu failed during a disturbance, %llu errors, %s\n",
              static_cast<unsigned long long>(steps),
              static_cast<unsigned long long>(world.tolerated),
              static_cast<unsigned long long>(world.errors), flat ? "flat" : "NOT FLAT");
  return world.errors != 0 || !flat;
}
