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

/// Runs `build`, whose result nobody waits for yet, on another thread when there is nothing else to
/// build. At least one core is left to other work, if there are several.
void buildWhileIdle(std::function<void()> build);

}  // namespace lanewise
