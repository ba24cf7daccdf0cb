// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of variables that may be read before they are written, when the front end makes
// values of stack slots.
#pragma once

#include <cstdint>

namespace lanewise {

enum class UnwrittenSlots : uint8_t {
  AnyValue,
  Zero,  // until they are written
  Stay,  // stack slots, for a check of such reads
};

}  // namespace lanewise
