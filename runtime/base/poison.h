// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks on free lists of ours are told to AddressSanitizer, which then finds a use of what was
// freed as it does for the system's allocator. Nothing in other builds.
#pragma once

#include <cstddef>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define LANEWISE_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define LANEWISE_ADDRESS_SANITIZER 1
#endif

#ifdef LANEWISE_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace lanewise {

#ifdef LANEWISE_ADDRESS_SANITIZER
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

/// All of a block but its first `keptBytes`, which the list uses.
inline void poisonBlock([[maybe_unused]] void* block, [[maybe_unused]] size_t keptBytes,
                        [[maybe_unused]] size_t sizeBytes) {
#ifdef LANEWISE_ADDRESS_SANITIZER
  __asan_poison_memory_region(static_cast<std::byte*>(block) + keptBytes, sizeBytes - keptBytes);
#endif
}

inline void unpoisonBlock([[maybe_unused]] void* block, [[maybe_unused]] size_t sizeBytes) {
#ifdef LANEWISE_ADDRESS_SANITIZER
  __asan_unpoison_memory_region(block, sizeBytes);
#endif
}

}  // namespace lanewise
