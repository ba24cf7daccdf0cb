// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Poisons blocks on our free lists for AddressSanitizer, which then detects their use after free,
// as it does for the system's allocator. Has no effect in other builds.
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

/// The block without its first `keptBytes`, which the free list uses.
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
