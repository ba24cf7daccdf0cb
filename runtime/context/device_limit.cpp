// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An application of which a limit is only tried shows its messages in its own way, if at all: the
// notify function and the log tell, too.
#include "runtime/context/device_limit.h"

#include "runtime/context/context.h"

namespace lanewise {

Status limitedBy(Context& context, DeviceKey key, const Status& status) {
  const std::string reason = deviceConfig().because(key);
  if (reason.empty()) return status;
  std::string message = std::string(status.message()) + reason;
  context.report(message);
  return {status.code, std::move(message)};
}

}  // namespace lanewise
