// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces are whole pages, so that two threads do not write to the same page.
#include "runtime/memory/bulk_memory.h"

#include "runtime/device/device.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace lanewise {
namespace {

// Below this, one thread is done before a second one has woken up.
constexpr size_t kParallelBytes = 1 << 20;
constexpr size_t kPieceBytes = 256 << 10;

struct Copy {
  std::byte* target;
  const std::byte* source;
};

void copyRange(void* user, uint64_t begin, uint64_t end) {
  const Copy& copy = *static_cast<const Copy*>(user);
  std::memcpy(copy.target + begin, copy.source + begin, end - begin);
}

struct Fill {
  std::byte* target;
  const void* pattern;
  size_t patternBytes;
};

/// Fills by doubling the filled part. `begin` is a multiple of the pattern's size.
void fillRange(void* user, uint64_t begin, uint64_t end) {
  const Fill& fill = *static_cast<const Fill*>(user);
  std::byte* const target = fill.target + begin;
  const size_t sizeBytes = end - begin;
  if (fill.patternBytes == 1) {
    std::memset(target, *static_cast<const unsigned char*>(fill.pattern), sizeBytes);
    return;
  }
  size_t done = std::min(fill.patternBytes, sizeBytes);
  std::memcpy(target, fill.pattern, done);
  // A source that stays in the first-level cache.
  constexpr size_t kSourceBytes = 16 << 10;
  while (done < sizeBytes) {
    const size_t part = std::min({done, sizeBytes - done, kSourceBytes});
    std::memcpy(target + done, target, part);
    done += part;
  }
}

bool overlap(const void* a, const void* b, size_t sizeBytes) {
  const auto x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
  return x < y + sizeBytes && y < x + sizeBytes;
}

}  // namespace

void forEachPart(Device& device, uint64_t count, size_t elementBytes, Workers::Body body,
                 void* user) {
  if (count * elementBytes < kParallelBytes || device.computeUnits() == 1)
    body(user, 0, count);
  else
    device.workers().forEachRange(count, std::max<uint64_t>(1, kPieceBytes / elementBytes), body,
                                  user);
}

void copyBytes(Device& device, void* target, const void* source, size_t sizeBytes) {
  if (sizeBytes == 0) return;  // and the pointers may be null
  if (overlap(target, source, sizeBytes)) {
    std::memmove(target, source, sizeBytes);
    return;
  }
  Copy copy{static_cast<std::byte*>(target), static_cast<const std::byte*>(source)};
  forEachPart(device, sizeBytes, 1, copyRange, &copy);
}

void fillBytes(Device& device, void* target, size_t sizeBytes, const void* pattern,
               size_t patternBytes) {
  if (sizeBytes == 0) return;  // and the target may be null
  Fill fill{static_cast<std::byte*>(target), pattern, patternBytes};
  forEachPart(device, sizeBytes, 1, fillRange, &fill);
}

}  // namespace lanewise
