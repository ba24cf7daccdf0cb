// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of calls that exceed a limit of LANEWISE_DEVICE.
#pragma once

#include "runtime/base/status.h"
#include "runtime/device/device_config.h"

namespace lanewise {

class Context;

/// `status` as it is, unless LANEWISE_DEVICE sets the key: then its message names the key, and the
/// notify function of the context gets the message.
[[gnu::cold]] Status limitedBy(Context& context, DeviceKey key, const Status& status);

}  // namespace lanewise
