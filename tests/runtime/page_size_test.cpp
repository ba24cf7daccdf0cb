// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of buffers where pages have 64 KiB, as with some kernels of AArch64: the functions of the
// system in this program refuse and round what Linux refuses and rounds there. Sizes were rounded
// to pages of 4 KiB.
#include "runtime/host/host_memory.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace {

constexpr size_t kPageBytes = 64 << 10;

size_t mappedBytes = 0;
const std::byte* givenUpEnd = nullptr;  // of the last range

size_t wholePages(size_t sizeBytes) {
  return (sizeBytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}
bool isPage(const void* address) { return reinterpret_cast<uintptr_t>(address) % kPageBytes == 0; }

int refuse() {
  errno = EINVAL;
  return -1;
}

void unmap(std::byte* begin, size_t sizeBytes) {
  if (sizeBytes) syscall(SYS_munmap, begin, sizeBytes);
}

}  // namespace

extern "C" {

long sysconf(int name) noexcept {
  static const auto next = reinterpret_cast<long (*)(int)>(dlsym(RTLD_NEXT, "sysconf"));
  return name == _SC_PAGESIZE ? static_cast<long>(kPageBytes) : next(name);
}

void* mmap(void* place, size_t sizeBytes, int access, int flags, int file, off_t at) noexcept {
  const size_t whole = wholePages(sizeBytes), all = whole + kPageBytes;
  auto* const begin =
      reinterpret_cast<std::byte*>(syscall(SYS_mmap, place, all, access, flags, file, at));
  if (begin == MAP_FAILED) return begin;
  const size_t before = -reinterpret_cast<uintptr_t>(begin) % kPageBytes;
  unmap(begin, before);
  unmap(begin + before + whole, kPageBytes - before);
  mappedBytes += whole;
  return begin + before;
}

int munmap(void* begin, size_t sizeBytes) noexcept {
  if (!isPage(begin)) return refuse();
  mappedBytes -= wholePages(sizeBytes);
  return static_cast<int>(syscall(SYS_munmap, begin, wholePages(sizeBytes)));
}

int madvise(void* begin, size_t sizeBytes, int) noexcept {
  if (!isPage(begin)) return refuse();
  givenUpEnd = static_cast<std::byte*>(begin) + wholePages(sizeBytes);
  return 0;
}

}  // extern "C"

namespace lanewise {
namespace {

/// Neither a multiple of a page nor, for pages of 4 KiB, of a large page.
constexpr size_t kBlockBytes = (3 << 20) + 4096;

TEST(LargePages, NothingStaysMappedOfAFreedBlock) {
  zeroHostMemory(Zeroed::All);
  limitKeptMemory(0);
  const size_t before = mappedBytes;
  const HostBlock block = allocateHostMemory(kBlockBytes);
  ASSERT_TRUE(block.mapped);
  EXPECT_GE(mappedBytes, before + kBlockBytes);
  freeHostMemory(block);
  EXPECT_EQ(mappedBytes, before);
}

// What the allocator has behind the block was lost.
TEST(LargePages, AKeptBlockGivesUpItsOwnPagesOnly) {
  zeroHostMemory(Zeroed::None);
  limitKeptMemory(16 << 20);
  const HostBlock block = allocateHostMemory(kBlockBytes);
  ASSERT_FALSE(block.mapped);
  givenUpEnd = nullptr;
  freeHostMemory(block);
  ASSERT_TRUE(givenUpEnd);
  EXPECT_GT(givenUpEnd, block.data);
  EXPECT_LE(givenUpEnd, block.data + block.sizeBytes);
  releaseKeptMemory();
}

}  // namespace
}  // namespace lanewise
