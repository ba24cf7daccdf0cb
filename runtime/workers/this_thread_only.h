// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work that must stay on the thread that begins it.
#pragma once

#include <utility>

namespace lanewise {

/// While it lives, loops of this thread (Workers::forEachRange) call no helpers.
class ThisThreadOnly {
 public:
  ThisThreadOnly() : before_(std::exchange(inForce_, true)) {}
  ~ThisThreadOnly() { inForce_ = before_; }
  ThisThreadOnly(const ThisThreadOnly&) = delete;
  ThisThreadOnly& operator=(const ThisThreadOnly&) = delete;

  static bool inForce() { return inForce_; }

 private:
  static inline thread_local bool inForce_ = false;
  const bool before_;
};

}  // namespace lanewise
