// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads for builds that the application does not wait for: one per build, at most one per core.
// They end when there is nothing to build.
#pragma once

#include <functional>

namespace lanewise {

/// Runs `build` and then `notify`, code of the application, on another thread, in the order of the
/// calls; on this one if no thread can be created. `notify` may wait for other builds: meanwhile
/// another thread builds.
void runInBackground(std::function<void()> build, std::function<void()> notify = {});

/// Runs `build`, which nobody has asked for yet, on another thread while there is nothing else to
/// build, and one core less than there are has such builds at most.
void buildWhileIdle(std::function<void()> build);

}  // namespace lanewise
