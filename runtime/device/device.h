// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device: the CPU, or a part of it, with its limits. What clGetDeviceInfo says is the table
// device_info.def over this class; the machine is probed in host/cpu.cpp.
#pragma once

#include "interface/launch_kind.h"
#include "runtime/base/object.h"
#include "runtime/device/device_config.h"
#include "runtime/host/cpu.h"
#include "runtime/host/topology.h"
#include "runtime/workers/queue_threads.h"
#include "runtime/workers/workers.h"

#include <memory>
#include <span>
#include <vector>

namespace lanewise {

class Platform;

class Device : public Object<Device> {
 public:
  using Handle = cl_device_id;
  static constexpr Tag kTag = Tag::Device;
  static constexpr cl_int kInvalid = CL_INVALID_DEVICE;

  /// The most that kernels can be compiled for. LANEWISE_DEVICE may set less.
  static constexpr size_t kMaxWorkGroupSize = lanewise::kMaxWorkGroupSize;
  static constexpr uint64_t kLocalMemoryBytes = 512 * 1024;
  /// CL_DEVICE_MAX_WORK_GROUP_SIZE, and of CL_DEVICE_MAX_WORK_ITEM_SIZES in each dimension.
  static size_t maxWorkGroupSize() { return deviceConfig().groupItems; }
  /// CL_DEVICE_LOCAL_MEM_SIZE.
  static uint64_t localMemoryBytes() { return deviceConfig().localBytes; }
  static constexpr size_t kMaxParameterBytes = 4096;
  static constexpr size_t kMinAlignBytes = 128;
  static constexpr size_t kMaxGlobalVariableBytes = 1 << 20;
  static constexpr cl_uint kMaxPipePacketBytes = 1 << 20;
  /// Sizes of queues on the device: without CL_QUEUE_SIZE, and the most. A command takes about 300
  /// bytes, and the data that it captures.
  static constexpr cl_uint kUsualDeviceQueueBytes = 16 << 20;
  static constexpr cl_uint kMaxDeviceQueueBytes = 256 << 20;
  /// Events that the kernels of one command of the host have at a time.
  static constexpr cl_uint kMaxDeviceEvents = 1 << 20;
  /// Width and height of 1D and 2D images, each size of 3D images, in texels, and layers of an
  /// array.
  static constexpr size_t kMaxImageSize = 16384;
  static constexpr size_t kMaxImage3DSize = 2048;
  static constexpr size_t kMaxImageLayers = 2048;

  /// The whole machine.
  Device(Platform& platform, const HostFacts& facts);
  /// A part of `parent`: `computeUnits` of its threads' worth, bound to `processors`. `partition`
  /// is the property list that CL_DEVICE_PARTITION_TYPE tells.
  Device(Device& parent, uint32_t computeUnits, std::vector<Processor> processors,
         std::span<const cl_device_partition_property> partition);
  ~Device();

  Platform& platform() const { return platform_; }
  Device* parent() const { return parent_.get(); }
  const HostFacts& facts() const { return facts_; }
  uint32_t computeUnits() const { return facts_.cores; }
  std::span<const cl_device_partition_property> partition() const { return partition_; }
  size_t maxAllocationBytes() const;
  /// What LANEWISE_DEVICE limits it by, if it does.
  static DeviceKey keyOfAllocation();
  /// Texels of a 1D image over a buffer.
  size_t maxImageBufferTexels() const;
  /// Lanes of a native SIMD register for elements of that size, at most 16 (the widest OpenCL
  /// vector).
  cl_uint vectorLanes(uint32_t elementBytes) const;

  /// Where commands may run; probed at the first call.
  std::span<const Processor> processors();
  /// Made at the first call.
  Workers& workers();
  /// They start when they are needed: enumerating devices starts no thread.
  QueueThreads& queueThreads() { return queueThreads_; }
  /// Nanoseconds of the clock that profiling stamps use, which is the host timer as well.
  static uint64_t timerNanoseconds();

 private:
  Device(Platform& platform, HostFacts facts, std::vector<Processor> bound);

  Platform& platform_;
  Ref<Device> parent_;
  HostFacts facts_;
  std::vector<cl_device_partition_property> partition_;
  /// LANEWISE_AFFINITY limits the whole machine to some processors.
  bool isBound_ = false;
  const std::shared_ptr<const ProcessorSet> threadProcessors_;
  QueueThreads queueThreads_;
  // Each made by whoever comes first (release store, acquire load). No mutex: another thread might
  // hold it while the process forks, and the child uses the device too.
  std::atomic<const std::vector<Processor>*> processors_{nullptr};
  std::atomic<Workers*> workers_{nullptr};
};

}  // namespace lanewise
