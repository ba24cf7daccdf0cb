// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of interface/device_queue_calls.def.
#pragma once

#include "interface/device_queue.h"

#include <cstdint>
#include <optional>

namespace lanewise {

struct ParentLaunch;

/// Answers a call of a kernel. `parent` is null if the kernel is none that may enqueue others, as
/// initializers of programs. Nothing if an address of the operands cannot be accessed: then the
/// kernel is to be left.
std::optional<int64_t> answerDeviceQueueCall(ParentLaunch* parent, DeviceQueueCall call,
                                             const uint64_t* operands);

}  // namespace lanewise
