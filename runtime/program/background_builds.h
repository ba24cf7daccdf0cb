// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of builds that the application does not wait for: as many as there are builds, at
// most one per core, gone when nothing is left to build.
#pragma once

#include <functional>

namespace lanewise {

/// Runs `build` on another thread, in the order of the calls; on this one if no thread can be made.
void runInBackground(std::function<void()> build);

}  // namespace lanewise
