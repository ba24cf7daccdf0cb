// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device: the CPU, or a part of it, with its limits. What clGetDeviceInfo says is the table
// device_info.def over this class; probing the machine is in device.cpp.
#pragma once

#include "runtime/base/object.h"
#include "runtime/workers.h"

#include <string>

namespace lanewise {

class Platform;

/// What the machine is, as far as this process may use it.
struct HostFacts {
  std::string name, vendor;
  uint32_t vendorId = 0;
  uint32_t cores = 1;            // affinity mask and cgroup quota counted in
  uint32_t maxMegahertz = 0;
  uint64_t memoryBytes = 0;      // cgroup limit counted in
  uint64_t cacheBytes = 0;       // last level
  uint32_t cacheLineBytes = 64;
  uint32_t vectorBits = 128;     // native SIMD register
  std::string level;             // row of compiler/target_levels.def that code is made for
};
HostFacts probeHost();

class Device : public Object<Device> {
 public:
  using Handle = cl_device_id;
  static constexpr Tag kTag = Tag::Device;
  static constexpr cl_int kInvalid = CL_INVALID_DEVICE;

  static constexpr size_t kMaxWorkGroupSize = 8192;
  static constexpr uint64_t kLocalMemoryBytes = 512 * 1024;
  static constexpr size_t kMaxParameterBytes = 4096;
  static constexpr size_t kMinAlignBytes = 128;

  Device(Platform& platform, HostFacts facts);

  Platform& platform() const { return platform_; }
  const HostFacts& facts() const { return facts_; }
  /// Made at the first call: enumerating devices starts no thread.
  Workers& workers();
  /// Nanoseconds of the clock that profiling stamps use.
  static uint64_t timerNanoseconds();

 private:
  Platform& platform_;
  HostFacts facts_;
  Mutex mutex_;
  std::unique_ptr<Workers> workers_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
