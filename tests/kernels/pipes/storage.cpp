// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes of a program (OpConstantPipeStorage), which keep their packets between launches.
#include "pipes/pipes.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr const char* kModule = "pipes/storage";

std::vector<int> counts() {
  const Buffer<int> numbers(4);
  const Buffer<uint64_t> unused(1);
  run(kModule, "count", range1(1), numbers, unused);
  return numbers.read();
}

TEST(PipeStorage, IsInitializedAndKeepsPackets) {
  TestDevice::get().forgetPrograms();
  EXPECT_EQ(counts(), (std::vector{0, 100, 0, 3}));
  const Buffer<int> written(120, 5), read(120, 5);
  const Buffer<uint64_t> out(120);
  run(kModule, "put", range1(120), written, out);
  EXPECT_EQ(counts(), (std::vector{100, 100, 0, 3}));
  const std::vector<int> codes = written.read();
  EXPECT_EQ(std::ranges::count(codes, 0), 100);
  run(kModule, "get", range1(120), read, out);
  const std::vector<int> results = read.read();
  const std::vector<uint64_t> values = out.read();
  std::vector<uint64_t> sent, got;
  for (size_t i = 0; i < 120; ++i) {
    if (codes[i] == 0) sent.push_back(i);
    if (results[i] == 0) got.push_back(values[i]);
  }
  std::ranges::sort(got);
  EXPECT_EQ(got, sent);
  EXPECT_EQ(counts(), (std::vector{0, 100, 0, 3}));
}

TEST(PipeStorage, OfAVariable) {
  TestDevice::get().forgetPrograms();
  const Buffer<int> codes(5, 5);
  const Buffer<uint64_t> unused(1);
  run(kModule, "putNarrow", range1(5), codes, unused);
  const std::vector<int> results = codes.read();
  EXPECT_EQ(std::ranges::count(results, 0), 3);
  EXPECT_EQ(counts(), (std::vector{0, 100, 3, 3}));
}

TEST(PipeStorage, IsThatOfEachProgram) {
  TestDevice::get().forgetPrograms();
  const Buffer<int> codes(40);
  const Buffer<uint64_t> unused(1);
  run(kModule, "put", range1(40), codes, unused);
  EXPECT_EQ(counts(), (std::vector{40, 100, 0, 3}));
  TestDevice::get().forgetPrograms();
  EXPECT_EQ(counts(), (std::vector{0, 100, 0, 3}));
}

}  // namespace
}  // namespace kernels
