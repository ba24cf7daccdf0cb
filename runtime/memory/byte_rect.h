// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ByteRect: a rectangular part of memory: rows of bytes at one distance, in slices at another.
// Copies, maps and their overlaps are described by it.
#pragma once

#include <array>
#include <cstddef>

namespace lanewise {

struct ByteRect {
  std::byte* begin;
  std::array<size_t, 3> region;  // bytes of a row, rows of a slice, slices; none is 0
  size_t rowPitch, slicePitch;   // bytes, at least those of a row and of a slice

  /// A rectangle of one row.
  static ByteRect row(std::byte* begin, size_t sizeBytes) {
    return {begin, {sizeBytes, 1, 1}, sizeBytes, sizeBytes};
  }
  std::byte* rowAt(size_t y, size_t z) const { return begin + z * slicePitch + y * rowPitch; }
  /// From the first byte to the last one.
  size_t spanBytes() const {
    return (region[2] - 1) * slicePitch + (region[1] - 1) * rowPitch + region[0];
  }
};

/// Describes the same bytes by fewer and longer rows, where rows of both follow each other without
/// a gap: then both have one row. \pre The regions are equal.
void joinRows(ByteRect& a, ByteRect& b);

/// True if they have a byte in common. For rectangles of different pitches: if the ranges from
/// first to last byte do.
bool overlap(const ByteRect& a, const ByteRect& b);

}  // namespace lanewise
