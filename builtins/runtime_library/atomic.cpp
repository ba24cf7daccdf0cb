// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The atomic calls that code generation makes for objects of 16 bytes and for objects that it
// considers misaligned. Every size up to 16 uses the CPU's own instructions; the order is always
// sequentially consistent.
#include "builtins/scalar.h"

using w128 = unsigned __int128;
#define NAMED(name) asm(name)
#define ORDER __ATOMIC_SEQ_CST

#define SIZED(T, n)                                                                  \
  T load##n(T* p, int) NAMED("__atomic_load_" #n);                                   \
  T load##n(T* p, int) { return __atomic_load_n(p, ORDER); }                         \
  void store##n(T* p, T x, int) NAMED("__atomic_store_" #n);                         \
  void store##n(T* p, T x, int) { __atomic_store_n(p, x, ORDER); }                   \
  T exchange##n(T* p, T x, int) NAMED("__atomic_exchange_" #n);                      \
  T exchange##n(T* p, T x, int) { return __atomic_exchange_n(p, x, ORDER); }         \
  bool compare##n(T* p, T* e, T x, int, int) NAMED("__atomic_compare_exchange_" #n); \
  bool compare##n(T* p, T* e, T x, int, int) {                                       \
    return __atomic_compare_exchange_n(p, e, x, false, ORDER, ORDER);                \
  }                                                                                  \
  FETCH(T, n, add)                                                                   \
  FETCH(T, n, sub) FETCH(T, n, and) FETCH(T, n, or) FETCH(T, n, xor) FETCH(T, n, nand)
#define FETCH(T, n, op)                                                \
  T fetch_##op##n(T* p, T x, int) NAMED("__atomic_fetch_" #op "_" #n); \
  T fetch_##op##n(T* p, T x, int) { return __atomic_fetch_##op(p, x, ORDER); }

extern "C" {
SIZED(u8, 1)
SIZED(u16, 2)
SIZED(u32, 4)
SIZED(u64, 8)
SIZED(w128, 16)

// The generic functions have a size parameter; other sizes do not occur in kernels.
#define BY_SIZE(M)       \
  switch (bytes) {       \
    case 1:              \
      M(u8, 1) break;    \
    case 2:              \
      M(u16, 2) break;   \
    case 4:              \
      M(u32, 4) break;   \
    case 8:              \
      M(u64, 8) break;   \
    case 16:             \
      M(w128, 16) break; \
  }
#define AS(T, p) (*static_cast<T*>(p))
void loadAny(usize bytes, void* p, void* result, int) NAMED("__atomic_load");
void loadAny(usize bytes, void* p, void* result, int) {
#define LOAD(T, n) AS(T, result) = load##n(&AS(T, p), 5);
  BY_SIZE(LOAD)
}
void storeAny(usize bytes, void* p, void* value, int) NAMED("__atomic_store");
void storeAny(usize bytes, void* p, void* value, int) {
#define STORE(T, n) store##n(&AS(T, p), AS(T, value), 5);
  BY_SIZE(STORE)
}
void exchangeAny(usize bytes, void* p, void* value, void* result, int) NAMED("__atomic_exchange");
void exchangeAny(usize bytes, void* p, void* value, void* result, int) {
#define EXCHANGE(T, n) AS(T, result) = exchange##n(&AS(T, p), AS(T, value), 5);
  BY_SIZE(EXCHANGE)
}
bool compareAny(usize bytes, void* p, void* expected, void* value, int, int)
    NAMED("__atomic_compare_exchange");
bool compareAny(usize bytes, void* p, void* expected, void* value, int, int) {
#define COMPARE(T, n) return compare##n(&AS(T, p), &AS(T, expected), AS(T, value), 5, 5);
  BY_SIZE(COMPARE)
  return false;
}
}  // extern "C"
