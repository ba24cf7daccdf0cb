// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command of markers and barriers. What they wait for and hold back is the queue's business.
#pragma once

#include "runtime/queue/command.h"

namespace lanewise {

class Marker final : public Command {
 public:
  using Command::Command;
  Status run() override { return CL_COMPLETE; }
  uint64_t estimateNanoseconds() const override { return 0; }
};

}  // namespace lanewise
