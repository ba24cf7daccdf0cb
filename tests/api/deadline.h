// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests whose failure is a wait without end.
#pragma once

#include <unistd.h>

namespace lanewise::test {

/// During its lifetime, the process ends with SIGALRM after 50 seconds.
class Deadline {
 public:
  Deadline() { alarm(50); }
  ~Deadline() { alarm(0); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
};

}  // namespace lanewise::test
