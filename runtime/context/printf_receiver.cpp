// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes text of kernels on.
#include "runtime/context/printf_receiver.h"

#include <cstdio>

namespace lanewise {

void PrintfReceiver::take(std::string_view text, bool complete) const {
  if (!function_) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    return;
  }
  Lock lock(mutex_);
  function_(text.data(), text.size(), complete, user_);
}

}  // namespace lanewise
