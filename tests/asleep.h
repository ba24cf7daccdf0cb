// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waits until another thread of this process sleeps: for tests of a thread that blocks in a call,
// which nothing but its state shows.
#pragma once

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

namespace lanewise::test {

/// A thread that runs `body` once.
class Sleeper {
 public:
  template <class Body>
  explicit Sleeper(Body body)
      : thread_([this, body] {
          number_ = gettid();
          body();
        }) {}
  /// Returns when the thread sleeps in `body` or has finished it.
  void waitUntilAsleep() const {
    while (number_ == 0) std::this_thread::yield();
    for (std::string state = "R"; state == "R";) {
      std::ifstream file("/proc/self/task/" + std::to_string(number_) + "/stat");
      std::string number, name;
      if (!(file >> number >> name >> state)) return;
      std::this_thread::yield();
    }
  }
  void join() { thread_.join(); }

 private:
  std::atomic<pid_t> number_ = 0;
  std::jthread thread_;
};

}  // namespace lanewise::test
