// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages of memory: an access that stays in the page of a byte that may be read cannot fault.
#pragma once

#include <cstdint>

namespace lanewise {

/// The smallest page of all processors.
inline constexpr uint64_t kPageBytes = 4096;

}  // namespace lanewise
