// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limits of the control groups of this process (version 1 or 2, nested).
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

struct CgroupLimits {
  uint64_t memoryBytes = UINT64_MAX;
  /// CPU quota in processors; a quota of one and a half is 1.5.
  double cpus = 1e9;
  /// How many more threads and processes the groups may have.
  uint64_t threadsLeft = UINT64_MAX;
};

/// Reads /proc/self/{cgroup,mountinfo} and the files that they lead to, each path below `root`
/// (empty for the real files). A file that cannot be read means no limit.
CgroupLimits readCgroupLimits(const std::string& root = {});

}  // namespace lanewise
