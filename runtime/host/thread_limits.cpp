// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each limit less what is in use.
#include "runtime/host/thread_limits.h"

#include "runtime/base/small_file.h"
#include "runtime/host/cgroup.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>

namespace lanewise {
namespace {

constexpr uint64_t kNoLimit = UINT64_MAX;

uint64_t softLimit(__rlimit_resource resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNoLimit;
  return limit.rlim_cur;
}

uint64_t less(uint64_t limit, uint64_t used) {
  if (limit == kNoLimit) return kNoLimit;
  return limit > used ? limit - used : 0;
}

/// All threads of the system: the number behind '/' in "0.1 0.2 0.3 2/345 6789".
uint64_t threadsOfAllUsers(const std::string& root) {
  const std::string text = readSmallFile(root + "/proc/loadavg");
  const size_t slash = text.find('/');
  return slash == text.npos ? 0 : std::strtoull(text.c_str() + slash + 1, nullptr, 10);
}

/// The threads that /proc shows. The folder "task" of a process has a link for each thread and two
/// more.
uint64_t threadsOfThisUser(const std::string& root) {
  DIR* processes = opendir((root + "/proc").c_str());
  if (!processes) return 0;
  uint64_t count = 0;
  while (const dirent* process = readdir(processes)) {
    if (process->d_name[0] < '0' || process->d_name[0] > '9') continue;
    struct stat facts;
    const std::string tasks = std::string(process->d_name) + "/task";
    if (fstatat(dirfd(processes), tasks.c_str(), &facts, 0) != 0 || facts.st_uid != getuid())
      continue;
    if (facts.st_nlink > 2) count += facts.st_nlink - 2;
  }
  closedir(processes);
  return count;
}

/// The limit counts the threads of the user. To count them takes long on a large system, so those
/// of all users are tried first.
uint64_t leftOfUser(uint64_t needed, const std::string& root) {
  const uint64_t limit = softLimit(RLIMIT_NPROC);
  if (limit == kNoLimit) return kNoLimit;
  const uint64_t least = less(limit, threadsOfAllUsers(root));
  return least >= needed ? least : less(limit, threadsOfThisUser(root));
}

/// A field of statm in pages: 0 is the address space, 5 are data and stacks.
uint64_t usedBytes(unsigned field, const std::string& root) {
  const std::string text = readSmallFile(root + "/proc/self/statm");
  const char* place = text.c_str();
  uint64_t pages = 0;
  for (unsigned index = 0; index <= field; ++index) {
    char* end = nullptr;
    pages = std::strtoull(place, &end, 10);
    place = end;
  }
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t leftOfMemory(__rlimit_resource resource, unsigned field, uint64_t bytesEach,
                      const std::string& root) {
  const uint64_t limit = softLimit(resource);
  return limit == kNoLimit ? kNoLimit : less(limit, usedBytes(field, root)) / bytesEach;
}

}  // namespace

std::string limitBelow(uint64_t threads, uint64_t bytesEach, const std::string& root) {
  const struct {
    const char* name;
    uint64_t left;
  } limits[] = {{"RLIMIT_NPROC", leftOfUser(threads, root)},
                {"pids.max", readCgroupLimits(root).threadsLeft},
                {"RLIMIT_AS", leftOfMemory(RLIMIT_AS, 0, bytesEach, root)},
                {"RLIMIT_DATA", leftOfMemory(RLIMIT_DATA, 5, bytesEach, root)}};
  for (const auto& [name, left] : limits)
    if (left < threads)
      return std::string(name) + " leaves " + std::to_string(left) + " threads, " +
             std::to_string(threads) + " are needed";
  return {};
}

}  // namespace lanewise
