// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads for builds that the application does not wait for: one per build, at most one per core.
// They end when there is nothing to build.
#pragma once

#include <functional>

namespace lanewise {

/// Runs `build` on another thread, in the order of the calls; on this one if no thread can be
/// created.
void runInBackground(std::function<void()> build);

}  // namespace lanewise
