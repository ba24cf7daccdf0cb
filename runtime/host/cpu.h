// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine is, as far as this process may use it.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

struct HostFacts {
  std::string name, vendor;
  uint32_t vendorId = 0;
  uint32_t cores = 1;  // affinity mask, cgroup quota and LANEWISE_THREADS counted in
  uint32_t maxMegahertz = 0;
  uint64_t memoryBytes = 0;  // cgroup limit counted in
  uint64_t cacheBytes = 0;   // last level
  uint32_t cacheLineBytes = 64;
  uint32_t vectorBits = 128;  // native SIMD register
  /// What CompileRequest::level says: "native", or a row of interface/microarchitectures.def that
  /// this CPU can run.
  std::string level;
  /// What CompileRequest::cpu says: what this CPU reports of itself that compilers look at, as
  /// text.
  std::string features;
};

/// Less than a millisecond: no thread, no process, a few small files.
HostFacts probeHost();

}  // namespace lanewise
