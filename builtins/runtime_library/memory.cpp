// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy, memmove, memset and memcmp for kernel objects, which link no C library. Compiled without
// builtins, so that the loops do not become calls to themselves.
#include "builtins/scalar.h"

typedef u64 u64_unaligned __attribute__((aligned(1), may_alias));
typedef u32 u32_unaligned __attribute__((aligned(1), may_alias));
typedef u16 u16_unaligned __attribute__((aligned(1), may_alias));

// 16 bytes at a time; the type is a vector so that one instruction moves it.
typedef u8 Block __attribute__((ext_vector_type(16), aligned(1), may_alias));

extern "C" {

// Overlap is allowed: every size up to 32 loads all before it stores, larger ones go in the
// direction that does not overwrite unread bytes.
void* memmove(void* to, const void* from, usize bytes) {
  auto* d = static_cast<u8*>(to);
  auto* s = static_cast<const u8*>(from);
  if (bytes >= 16) {
    const auto last = *reinterpret_cast<const Block*>(s + bytes - 16);
    const auto first = *reinterpret_cast<const Block*>(s);
    if (static_cast<usize>(d - s) >= bytes) {
      for (usize i = 16; i + 16 <= bytes; i += 16)
        *reinterpret_cast<Block*>(d + i) = *reinterpret_cast<const Block*>(s + i);
    } else {
      for (usize i = bytes - 16; i > 16; i -= 16)
        *reinterpret_cast<Block*>(d + i - 16) = *reinterpret_cast<const Block*>(s + i - 16);
    }
    *reinterpret_cast<Block*>(d) = first;
    *reinterpret_cast<Block*>(d + bytes - 16) = last;
    return to;
  }
  if (bytes >= 8) {
    const u64 a = *reinterpret_cast<const u64_unaligned*>(s);
    const u64 b = *reinterpret_cast<const u64_unaligned*>(s + bytes - 8);
    *reinterpret_cast<u64_unaligned*>(d) = a;
    *reinterpret_cast<u64_unaligned*>(d + bytes - 8) = b;
  } else if (bytes >= 4) {
    const u32 a = *reinterpret_cast<const u32_unaligned*>(s);
    const u32 b = *reinterpret_cast<const u32_unaligned*>(s + bytes - 4);
    *reinterpret_cast<u32_unaligned*>(d) = a;
    *reinterpret_cast<u32_unaligned*>(d + bytes - 4) = b;
  } else if (bytes >= 2) {
    const u16 a = *reinterpret_cast<const u16_unaligned*>(s);
    const u16 b = *reinterpret_cast<const u16_unaligned*>(s + bytes - 2);
    *reinterpret_cast<u16_unaligned*>(d) = a;
    *reinterpret_cast<u16_unaligned*>(d + bytes - 2) = b;
  } else if (bytes == 1) {
    *d = *s;
  }
  return to;
}

void* memcpy(void* to, const void* from, usize bytes) { return memmove(to, from, bytes); }

void* memset(void* to, int value, usize bytes) {
  auto* d = static_cast<u8*>(to);
  const Block block = static_cast<u8>(value);
  usize i = 0;
  for (; i + 16 <= bytes; i += 16) *reinterpret_cast<Block*>(d + i) = block;
  if (i < bytes && bytes >= 16) {
    *reinterpret_cast<Block*>(d + bytes - 16) = block;
    return to;
  }
  for (; i < bytes; ++i) {
    d[i] = static_cast<u8>(value);
    asm volatile("" ::: "memory");
  }
  return to;
}

int memcmp(const void* left, const void* right, usize bytes) {
  auto* a = static_cast<const u8*>(left);
  auto* b = static_cast<const u8*>(right);
  for (usize i = 0; i < bytes; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

}  // extern "C"
