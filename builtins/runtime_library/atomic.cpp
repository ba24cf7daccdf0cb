// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The atomic calls that code generation makes for objects of 16 bytes and for objects that it
// considers misaligned. Every size up to 16 uses the CPU's own instructions; the order is always
// sequentially consistent.
#include "builtins/scalar.h"

using w128 = unsigned __int128;
constexpr int kOrder = __ATOMIC_SEQ_CST;

// Calls `operation` with an object of the unsigned type of that size.
template <class Operation>
INLINE void bySize(usize bytes, Operation operation) {
  switch (bytes) {
    case 1:
      return operation(u8());
    case 2:
      return operation(u16());
    case 4:
      return operation(u32());
    case 8:
      return operation(u64());
    case 16:
      return operation(w128());
  }
}

// Macros, because they join operation and size to the names that code generation calls.
#define SIZED(T, n)                                                                  \
  T load##n(T* p, int) asm("__atomic_load_" #n);                                   \
  T load##n(T* p, int) { return __atomic_load_n(p, kOrder); }                         \
  void store##n(T* p, T x, int) asm("__atomic_store_" #n);                         \
  void store##n(T* p, T x, int) { __atomic_store_n(p, x, kOrder); }                   \
  T exchange##n(T* p, T x, int) asm("__atomic_exchange_" #n);                      \
  T exchange##n(T* p, T x, int) { return __atomic_exchange_n(p, x, kOrder); }         \
  bool compare##n(T* p, T* e, T x, int, int) asm("__atomic_compare_exchange_" #n); \
  bool compare##n(T* p, T* e, T x, int, int) {                                       \
    return __atomic_compare_exchange_n(p, e, x, false, kOrder, kOrder);                \
  }                                                                                  \
  FETCH(T, n, add)                                                                   \
  FETCH(T, n, sub) FETCH(T, n, and) FETCH(T, n, or) FETCH(T, n, xor) FETCH(T, n, nand)
#define FETCH(T, n, op)                                                \
  T fetch_##op##n(T* p, T x, int) asm("__atomic_fetch_" #op "_" #n); \
  T fetch_##op##n(T* p, T x, int) { return __atomic_fetch_##op(p, x, kOrder); }

extern "C" {
SIZED(u8, 1)
SIZED(u16, 2)
SIZED(u32, 4)
SIZED(u64, 8)
SIZED(w128, 16)

// The generic functions have a size parameter; other sizes do not occur in kernels.
void loadAny(usize bytes, void* p, void* result, int) asm("__atomic_load");
void loadAny(usize bytes, void* p, void* result, int) {
  bySize(bytes, [&](auto type) {
    using T = decltype(type);
    *static_cast<T*>(result) = __atomic_load_n(static_cast<T*>(p), kOrder);
  });
}
void storeAny(usize bytes, void* p, void* value, int) asm("__atomic_store");
void storeAny(usize bytes, void* p, void* value, int) {
  bySize(bytes, [&](auto type) {
    using T = decltype(type);
    __atomic_store_n(static_cast<T*>(p), *static_cast<T*>(value), kOrder);
  });
}
void exchangeAny(usize bytes, void* p, void* value, void* result, int) asm("__atomic_exchange");
void exchangeAny(usize bytes, void* p, void* value, void* result, int) {
  bySize(bytes, [&](auto type) {
    using T = decltype(type);
    *static_cast<T*>(result) = __atomic_exchange_n(static_cast<T*>(p), *static_cast<T*>(value), kOrder);
  });
}
bool compareAny(usize bytes, void* p, void* expected, void* value, int, int)
    asm("__atomic_compare_exchange");
bool compareAny(usize bytes, void* p, void* expected, void* value, int, int) {
  bool equal = false;
  bySize(bytes, [&](auto type) {
    using T = decltype(type);
    equal = __atomic_compare_exchange_n(static_cast<T*>(p), static_cast<T*>(expected),
                                        *static_cast<T*>(value), false, kOrder, kOrder);
  });
  return equal;
}
}  // extern "C"
