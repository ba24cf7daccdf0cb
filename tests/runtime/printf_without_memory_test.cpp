// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf of kernels while memory is missing: the exception passed through the kernel, which ended
// the process.
#include "runtime/launch/printf.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace {
constinit thread_local int allowed = -1;  // allocations until one fails; -1: none does

void* allocate(size_t sizeBytes) {
  if (allowed == 0) throw std::bad_alloc();
  if (allowed > 0) --allowed;
  void* block = std::malloc(sizeBytes ? sizeBytes : 1);
  if (!block) throw std::bad_alloc();
  return block;
}
}  // namespace

void* operator new(size_t sizeBytes) { return allocate(sizeBytes); }
void* operator new[](size_t sizeBytes) { return allocate(sizeBytes); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
void operator delete[](void* block, size_t) noexcept { std::free(block); }

namespace lanewise {
namespace {

TEST(PrintfWithoutMemory, PrintsNothing) {
  const std::string word(100, 'x');
  const char* value = word.c_str();
  std::byte values[sizeof value];
  std::memcpy(values, &value, sizeof value);
  testing::internal::CaptureStdout();
  const PrintfReceiver standardOutput;
  PrintfOutput output(standardOutput);
  int failures = 0;
  for (Printed printed = Printed::Not; printed != Printed::All; ++failures) {
    ASSERT_LT(failures, 100);
    allowed = failures;
    printed = output.print("a format that does not fit in a string object: %s", values);
    allowed = -1;
  }
  EXPECT_GT(failures, 1);
  output.end();
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "a format that does not fit in a string object: " + word);
}

}  // namespace
}  // namespace lanewise
