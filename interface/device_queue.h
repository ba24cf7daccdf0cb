// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler and the host agree on for device queues, beside device_queue_calls.def.
#pragma once

#include <cstdint>

namespace lanewise {

enum class DeviceQueueCall : uint32_t {
#define DEVICE_QUEUE_CALL(name, operands) name,
#include "interface/device_queue_calls.def"
};

/// Results of EnqueueKernel and EnqueueMarker, as OpenCL C names them (CLK_...). Kernels that are
/// built without -g get EnqueueFailure for all errors.
enum class EnqueueResult : int32_t {
  Success = 0,
  OutOfResources = -5,
  InvalidArgSize = -51,
  InvalidEventWaitList = -57,
  EventAllocationFailure = -100,
  EnqueueFailure = -101,
  InvalidQueue = -102,
  InvalidNDRange = -160,
  DeviceQueueFull = -161,
};

}  // namespace lanewise
