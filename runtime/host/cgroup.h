// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the control groups of this process (version 1 or 2, nested) allow it to use.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

struct CgroupLimits {
  uint64_t memoryBytes = UINT64_MAX;
  /// Processors' worth of time; a quota of one and a half is 1.5.
  double cpus = 1e9;
};

/// Reads /proc/self/{cgroup,mountinfo} and the files they lead to, each path under `root` (empty
/// for the machine itself). What cannot be read is no limit.
CgroupLimits readCgroupLimits(const std::string& root = {});

}  // namespace lanewise
