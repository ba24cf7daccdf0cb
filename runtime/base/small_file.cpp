// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain system calls: these files report no size, and streams would cost more than the reads.
#include "runtime/base/small_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>

namespace lanewise {

std::string readSmallFile(const std::string& path) {
  std::string text;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char part[4096];
  while (true) {
    const ssize_t got = ::read(file, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(part, static_cast<size_t>(got));
  }
  ::close(file);
  return text;
}

}  // namespace lanewise
