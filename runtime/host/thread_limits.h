// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many threads the limits of this process leave: for libraries that do not survive the lack of
// one.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise {

/// The first limit that leaves less than `threads` threads with `bytesEach` of memory each, in
/// words: "pids.max leaves 100 threads, 512 are needed". Empty if there is none. The limits are
/// RLIMIT_NPROC, the smallest pids.max of the control groups, RLIMIT_AS and RLIMIT_DATA. Files are
/// read below `root` (empty for the real ones); one that cannot be read means no limit.
std::string limitBelow(uint64_t threads, uint64_t bytesEach, const std::string& root = {});

}  // namespace lanewise
