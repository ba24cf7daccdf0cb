// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of callbacks, which the callback thread runs one after another.
#pragma once

#include "runtime/context/callbacks.h"

#include <future>

namespace lanewise::test {

/// Returns when those that were posted before have run.
inline void waitForCallbacks() {
  struct Last : CallbackTask {
    std::promise<void> reached;
  } last;
  last.run = [](CallbackTask& task) { static_cast<Last&>(task).reached.set_value(); };
  std::future<void> reached = last.reached.get_future();
  postCallback(last);
  reached.wait();
}

}  // namespace lanewise::test
