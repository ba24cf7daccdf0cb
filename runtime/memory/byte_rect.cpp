// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of rectangles. Pitches may have any value, so differences are wide integers.
#include "runtime/memory/byte_rect.h"

namespace lanewise {
namespace {

using Wide = __int128;

/// Whether [0, a) and [distance, distance + b) have a number in common.
bool meet(Wide distance, size_t a, size_t b) { return distance < Wide(a) && -distance < Wide(b); }

/// Rows that follow each other become one; the slices take the place of the rows.
void joinOnce(ByteRect& rect) {
  rect.region = {rect.region[0] * rect.region[1], rect.region[2], 1};
  rect.rowPitch = rect.region[1] == 1 ? rect.region[0] : rect.slicePitch;
  rect.slicePitch = rect.rowPitch * rect.region[1];
}

/// The next row, or for one row per slice the next slice, begins where the last one ends.
bool isDense(const ByteRect& rect) {
  return rect.region[1] == 1 || rect.rowPitch == rect.region[0];
}

}  // namespace

void joinRows(ByteRect& a, ByteRect& b) {
  while (a.region[1] * a.region[2] > 1 && isDense(a) && isDense(b)) {
    joinOnce(a);
    joinOnce(b);
  }
}

bool overlap(const ByteRect& a, const ByteRect& b) {
  const Wide distance = Wide(reinterpret_cast<size_t>(b.begin)) - reinterpret_cast<size_t>(a.begin);
  if (!meet(distance, a.spanBytes(), b.spanBytes())) return false;
  if (a.rowPitch != b.rowPitch || a.slicePitch != b.slicePitch) return true;
  // A common byte means: distance = x + y * row + z * slice, where the rectangles meet at x, y and
  // z. Rows are not longer than the row pitch and slices not than the slice pitch, so z and then y
  // can only be the quotient, rounded down, or one more.
  const Wide row = a.rowPitch, slice = a.slicePitch;
  const auto quotient = [](Wide value, Wide by) {
    return (value < 0 ? value - by + 1 : value) / by;
  };
  for (Wide z = quotient(distance, slice), lastZ = z + 1; z <= lastZ; ++z) {
    const Wide inSlice = distance - z * slice;
    for (Wide y = quotient(inSlice, row), lastY = y + 1; y <= lastY; ++y)
      if (meet(inSlice - y * row, a.region[0], b.region[0]) && meet(y, a.region[1], b.region[1]) &&
          meet(z, a.region[2], b.region[2]))
        return true;
  }
  return false;
}

}  // namespace lanewise
