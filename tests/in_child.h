// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of a test that runs in a forked child.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <type_traits>

namespace lanewise::test {

/// Runs `body` in a child and exits with its result: an exit code, or a bool (true: success).
/// Returns this code (0: success), or 100 plus the number of the signal that ended the child: 114
/// if it hung. No exit handler of the test program runs in the child.
template <class Body>
int inChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    if constexpr (std::is_same_v<decltype(body()), bool>)
      _exit(body() ? 0 : 1);
    else
      _exit(body());
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

}  // namespace lanewise::test
