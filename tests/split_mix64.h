// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SplitMix64: random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace lanewise::test {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace lanewise::test
