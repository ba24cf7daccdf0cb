// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of stored bytes that lie: their checksum as an attacker would write it.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace lanewise::test {

/// Writes the checksum of everything behind it at byte `at`.
inline void signAgain(std::vector<uint8_t>& bytes, size_t at) {
  XXH128_canonical_t checksum;
  const size_t content = at + sizeof checksum;
  XXH128_canonicalFromHash(&checksum, XXH3_128bits(bytes.data() + content, bytes.size() - content));
  std::memcpy(bytes.data() + at, &checksum, sizeof checksum);
}

}  // namespace lanewise::test
