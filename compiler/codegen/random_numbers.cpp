// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// arc4random() of glibc 2.36, which Debian 12's archives of LLVM and of the C++ library call, for
// systems with an older glibc: self-contained builds (LANEWISE_SELF_CONTAINED) link this one.
#include <sys/random.h>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

extern "C" uint32_t arc4random() noexcept {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number)
    if (errno != EINTR) std::abort();
  return number;
}
