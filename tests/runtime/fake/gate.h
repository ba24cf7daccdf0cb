// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks compilations of the fake compiler: "fake:gate <path>" signals through the FIFO with that
// name that it has begun, and continues when nobody reads from it any more. Without such a FIFO it
// continues at once.
#pragma once

#include "tests/temporary_folder.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>

namespace lanewise::test {

/// Set before anything reads the environment: the sandbox would not let the fake compiler open the
/// FIFO. Tests with settings of their own decide for themselves.
inline const bool sandboxIsOff = setenv("LANEWISE_SANDBOX", "off", 1) == 0;

class Gate {
 public:
  Gate() { EXPECT_EQ(mkfifo(path().c_str(), 0600), 0); }
  ~Gate() { open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  /// The text after the word.
  std::string path() const { return folder_.path() + "/gate"; }
  /// Returns when this many more compilations wait at the gate; fails if none comes for a minute.
  void wait(int count = 1) {
    if (reader_ < 0) reader_ = ::open(path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    for (; count > 0; --count) {
      pollfd begun{reader_, POLLIN, 0};
      char byte;
      ASSERT_TRUE(poll(&begun, 1, 60'000) == 1 && read(reader_, &byte, 1) == 1)
          << "no compilation stands at the gate";
    }
  }
  /// Does not block compilations that begin from now on.
  void openForOthers() { unlink(path().c_str()); }
  void open() {
    openForOthers();
    if (reader_ >= 0) close(reader_);
    reader_ = -1;
  }

 private:
  const TemporaryFolder folder_;
  int reader_ = -1;
};

}  // namespace lanewise::test
