// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the folders of the process's control groups and takes the smallest limit on the path to the
// mount point: the limits of ancestors apply, too.
#include "runtime/host/cgroup.h"

#include "runtime/base/small_file.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace lanewise {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool contains(std::string_view list, std::string_view item) {
  const auto items = split(list, ',');
  return std::ranges::find(items, item) != items.end();
}

/// A mounted hierarchy: `root` in the hierarchy is visible at `point`.
struct Mount {
  std::string_view point, root, type, options;
};

/// A line of mountinfo: id parent device root point options [fields] - type source super-options.
std::vector<Mount> cgroupMounts(std::string_view mountinfo) {
  std::vector<Mount> mounts;
  for (std::string_view line : split(mountinfo, '\n')) {
    const size_t dash = line.find(" - ");
    if (dash == line.npos) continue;
    const auto front = split(line.substr(0, dash), ' ');
    const auto back = split(line.substr(dash + 3), ' ');
    if (front.size() < 5 || back.size() < 3 || !back[0].starts_with("cgroup")) continue;
    mounts.push_back({front[4], front[3], back[0], back[2]});
  }
  return mounts;
}

/// Calls `visit` with the folder of the process's group and of each ancestor.
template <class Visit>
void walkUp(const std::string& root, const Mount& mount, std::string_view group, Visit visit) {
  // In a container the group's path may begin with a part that is not mounted.
  if (mount.root != "/" && group.starts_with(mount.root)) group.remove_prefix(mount.root.size());
  const std::string base = root + std::string(mount.point);
  while (true) {
    while (group.ends_with('/')) group.remove_suffix(1);
    visit(base + std::string(group) + "/");
    if (group.empty()) return;
    group = group.substr(0, group.rfind('/') == group.npos ? 0 : group.rfind('/'));
  }
}

/// A number at the start of the file, or `missing` ("max", "-1" or no file).
double readNumber(const std::string& path, double missing) {
  const std::string text = readSmallFile(path);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() || value < 0 ? missing : value;
}

/// Reads the limit of threads, from files that both versions have.
void applyPids(const std::string& folder, CgroupLimits& limits) {
  const double most = readNumber(folder + "pids.max", 0x1p63);
  if (most >= 0x1p63) return;
  const double left = std::max(most - readNumber(folder + "pids.current", 0), 0.0);
  limits.threadsLeft = std::min(limits.threadsLeft, uint64_t(left));
}

void applyVersion2(const std::string& folder, CgroupLimits& limits) {
  const double memory = readNumber(folder + "memory.max", 0x1p63);
  if (memory < 0x1p63) limits.memoryBytes = std::min(limits.memoryBytes, uint64_t(memory));
  applyPids(folder, limits);
  const std::string cpu = readSmallFile(folder + "cpu.max");
  char* end = nullptr;
  const double quota = std::strtod(cpu.c_str(), &end);
  if (end == cpu.c_str()) return;  // "max 100000" or no file
  const double period = std::strtod(end, nullptr);
  if (quota > 0 && period > 0) limits.cpus = std::min(limits.cpus, quota / period);
}

void applyMemory1(const std::string& folder, CgroupLimits& limits) {
  const double memory = readNumber(folder + "memory.limit_in_bytes", 0x1p63);
  if (memory < 0x1p62) limits.memoryBytes = std::min(limits.memoryBytes, uint64_t(memory));
}

void applyCpu1(const std::string& folder, CgroupLimits& limits) {
  const double quota = readNumber(folder + "cpu.cfs_quota_us", 0);
  const double period = readNumber(folder + "cpu.cfs_period_us", 0);
  if (quota > 0 && period > 0) limits.cpus = std::min(limits.cpus, quota / period);
}

}  // namespace

CgroupLimits readCgroupLimits(const std::string& root) {
  CgroupLimits limits;
  const std::string groups = readSmallFile(root + "/proc/self/cgroup");
  const std::string mountinfo = readSmallFile(root + "/proc/self/mountinfo");
  const std::vector<Mount> mounts = cgroupMounts(mountinfo);
  for (std::string_view line : split(groups, '\n')) {
    // hierarchy:controllers:path, where version 2 has no controllers.
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    for (const Mount& mount : mounts) {
      if (controllers.empty() && mount.type == "cgroup2")
        walkUp(root, mount, group, [&](const auto& path) { applyVersion2(path, limits); });
      if (mount.type != "cgroup") continue;
      if (contains(controllers, "memory") && contains(mount.options, "memory"))
        walkUp(root, mount, group, [&](const auto& path) { applyMemory1(path, limits); });
      if (contains(controllers, "pids") && contains(mount.options, "pids"))
        walkUp(root, mount, group, [&](const auto& path) { applyPids(path, limits); });
      if (contains(controllers, "cpu") && contains(mount.options, "cpu"))
        walkUp(root, mount, group, [&](const auto& path) { applyCpu1(path, limits); });
    }
  }
  return limits;
}

}  // namespace lanewise
