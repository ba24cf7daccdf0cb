// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector types of Whole functions. The bitcode passes them without coercion. Native code passes
// them by its ABI, which only tests depend on.
#pragma once
#include "builtins/scalar.h"

#pragma clang diagnostic ignored "-Wpsabi"

#define WIDTHS(M) M(2) M(3) M(4) M(8) M(16)
#define VECTOR_TYPE(T)                                    \
  typedef T T##x2 __attribute__((ext_vector_type(2)));    \
  typedef T T##x3 __attribute__((ext_vector_type(3)));    \
  typedef T T##x4 __attribute__((ext_vector_type(4)));    \
  typedef T T##x8 __attribute__((ext_vector_type(8)));    \
  typedef T T##x16 __attribute__((ext_vector_type(16)));
VECTOR_TYPE(i8)
VECTOR_TYPE(i16)
VECTOR_TYPE(i32)
VECTOR_TYPE(i64)
VECTOR_TYPE(f16)
VECTOR_TYPE(f32)
VECTOR_TYPE(f64)
#undef VECTOR_TYPE

// A loop over elements, unrolled: SROA removes the array and the index.
#define EACH(i, n) _Pragma("clang loop unroll(full)") for (int i = 0; i < n; ++i)
