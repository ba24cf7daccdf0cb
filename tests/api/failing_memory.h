// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations of liblanewise.so on the calling thread that fail on demand
// (tests/api/replaced_allocations.h).
#pragma once

#include "tests/api/conditions/conditions.h"
#include "tests/sanitizers.h"

namespace lanewise::test {

/// During its lifetime, the thread's allocations after the first `allowed` ones throw
/// std::bad_alloc.
class FailingMemory {
 public:
  explicit FailingMemory(int allowed);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  static bool happened();
};

/// Makes call() -> error code, a call of `command`, fail at its first allocation, at its second and
/// so on, and expects CL_OUT_OF_HOST_MEMORY each time (except with ThreadSanitizer, which cannot
/// make allocations fail). Allocations that happen only sometimes (from a pool) are found by
/// repeating it, at most `most` times.
template <class Call>
void expectHostMemory(const std::string& command, Call call, int most = 5000) {
  if (LW_THREAD_SANITIZER) GTEST_SKIP() << "the operators of ThreadSanitizer cannot be replaced";
  bool seen = false;
  for (int allowed = 0; allowed < 40; ++allowed) {
    bool happened = false;
    cl_int code = CL_SUCCESS;
    const int attempts = allowed == 0 ? most : 1;
    // (A call can continue without some allocations.)
    for (int attempt = 0; attempt < attempts && code == CL_SUCCESS; ++attempt) {
      const FailingMemory failing(allowed);
      code = call();
      happened = FailingMemory::happened();
    }
    if (!happened) break;
    if (code == CL_SUCCESS) continue;
    seen = true;
    SCOPED_TRACE("after " + std::to_string(allowed) + " allocations");
    expectNamed(command, "CL_OUT_OF_HOST_MEMORY/host-memory", code);
  }
  EXPECT_TRUE(seen) << command << " allocates nothing";
}

}  // namespace lanewise::test
