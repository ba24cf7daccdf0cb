// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the machine, limited to what this process may use.
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise {

/// The machine of the shared objects that this process can map (e_machine of the ELF header).
#if defined(__x86_64__)
inline constexpr uint16_t kElfMachine = EM_X86_64;
#elif defined(__aarch64__)
inline constexpr uint16_t kElfMachine = EM_AARCH64;
#endif

struct HostFacts {
  std::string name, vendor;
  uint32_t vendorId = 0;
  uint32_t cores = 1;        // limited by the affinity mask, the cgroup quota and LANEWISE_THREADS
  uint64_t memoryBytes = 0;  // limited by the cgroup
  uint64_t cacheBytes = 0;   // last level
  uint32_t cacheLineBytes = 64;
  uint32_t vectorBits = 128;  // native SIMD register
  /// The value of CompileRequest::level: "native", or a row of interface/microarchitectures.def
  /// that this CPU supports.
  std::string level;
  /// The value of CompileRequest::cpu: the features of this CPU that affect compilation, as text.
  std::string features;
  /// Features of the lowest row of interface/microarchitectures.def that this CPU lacks, as text.
  /// If not empty, the CPU cannot run the code of kernels.
  std::string lacking;
};

/// Takes less than a millisecond: no thread, no process, a few small files.
HostFacts probeHost();

/// The levels that this CPU supports, rows of interface/microarchitectures.def, lowest first, up to
/// `level`: "native" for all of them.
std::vector<std::string> levelsUpTo(const std::string& level);

/// The clock rate of the processor with that name, never 0, by which applications divide. The first
/// call may take a tenth of a millisecond.
uint32_t maxMegahertz(const std::string& name);

}  // namespace lanewise
