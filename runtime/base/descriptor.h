// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptor: owns a file descriptor and closes it in the destructor.
#pragma once

#include <unistd.h>
#include <utility>

namespace lanewise {

class Descriptor {
 public:
  Descriptor() = default;
  /// A negative number means no descriptor, like the result of a failed system call.
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

}  // namespace lanewise
