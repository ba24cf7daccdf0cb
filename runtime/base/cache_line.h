// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What threads write often is kept apart by alignas(kCacheLineBytes), so that it does not take
// lines away from threads that use something else.
#pragma once

#include <cstddef>

namespace lanewise {

/// The unit of transfers between the caches of processors.
inline constexpr size_t kCacheLineBytes = 64;

}  // namespace lanewise
