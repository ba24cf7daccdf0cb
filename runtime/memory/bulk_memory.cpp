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

/// Below this, one thread finishes before a second one has woken up.
constexpr size_t kParallelBytes = 1 << 20;
constexpr size_t kPieceBytes = 256 << 10;

struct Copy {
  std::byte* target;
  const std::byte* source;
  size_t sizeBytes;
};

void copyPieces(void* user, uint64_t begin, uint64_t end) {
  const Copy& copy = *static_cast<const Copy*>(user);
  const size_t first = begin * kPieceBytes, last = std::min(end * kPieceBytes, copy.sizeBytes);
  std::memcpy(copy.target + first, copy.source + first, last - first);
}

struct Fill {
  std::byte* target;
  size_t sizeBytes;
  const void* pattern;
  size_t patternBytes;
};

/// Fills by doubling the part that is filled.
void fillRange(std::byte* target, size_t sizeBytes, const Fill& fill) {
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

void fillPieces(void* user, uint64_t begin, uint64_t end) {
  const Fill& fill = *static_cast<const Fill*>(user);
  const size_t first = begin * kPieceBytes, last = std::min(end * kPieceBytes, fill.sizeBytes);
  fillRange(fill.target + first, last - first, fill);
}

uint64_t pieces(size_t sizeBytes) { return (sizeBytes + kPieceBytes - 1) / kPieceBytes; }

bool overlap(const void* a, const void* b, size_t sizeBytes) {
  const auto x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
  return x < y + sizeBytes && y < x + sizeBytes;
}

bool parallel(const Device& device, size_t sizeBytes) {
  return sizeBytes >= kParallelBytes && device.computeUnits() > 1;
}

}  // namespace

void copyBytes(Device& device, void* target, const void* source, size_t sizeBytes) {
  if (!parallel(device, sizeBytes) || overlap(target, source, sizeBytes)) {
    if (sizeBytes) std::memmove(target, source, sizeBytes);
    return;
  }
  Copy copy{static_cast<std::byte*>(target), static_cast<const std::byte*>(source), sizeBytes};
  device.workers().forEachRange(pieces(sizeBytes), 1, copyPieces, &copy);
}

void fillBytes(Device& device, void* target, size_t sizeBytes, const void* pattern,
               size_t patternBytes) {
  if (sizeBytes == 0) return;  // and the target may be null
  Fill fill{static_cast<std::byte*>(target), sizeBytes, pattern, patternBytes};
  if (parallel(device, sizeBytes))
    device.workers().forEachRange(pieces(sizeBytes), 1, fillPieces, &fill);
  else
    fillRange(fill.target, sizeBytes, fill);
}

}  // namespace lanewise
