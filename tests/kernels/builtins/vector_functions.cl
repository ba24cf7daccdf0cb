// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions whose result is not element by element: geometric, relational, any, all, select.
#include "widths.h"

#define X(n) LOAD_##n(i, x)
#define Y(n) LOAD_##n(i, y)

// out[8 * i ...]: dot, length, distance (or the fast_ functions), then the components of
// normalize (all components).
#define GEOMETRIC(type, n)                                                                   \
  kernel void geometric_##type##_##n(global const type *x, global const type *y,             \
                                     global type *out) {                                     \
    const int i = get_global_id(0);                                                          \
    const TYPE_##n(type) a = X(n), b = Y(n);                                                 \
    out[8 * i] = dot(a, b);                                                                  \
    out[8 * i + 1] = length(a);                                                              \
    out[8 * i + 2] = distance(a, b);                                                         \
    STORE_##n(normalize(a), 0, out + 8 * i + 3);                                             \
  }
#define FAST(n)                                                                              \
  kernel void fast_##n(global const float *x, global const float *y, global float *out) {    \
    const int i = get_global_id(0);                                                          \
    const TYPE_##n(float) a = X(n), b = Y(n);                                                \
    out[8 * i] = dot(a, b);                                                                  \
    out[8 * i + 1] = fast_length(a);                                                         \
    out[8 * i + 2] = fast_distance(a, b);                                                    \
    STORE_##n(fast_normalize(a), 0, out + 8 * i + 3);                                        \
  }
GEOMETRIC(float, 1) GEOMETRIC(float, 2) GEOMETRIC(float, 3) GEOMETRIC(float, 4)
GEOMETRIC(double, 1) GEOMETRIC(double, 2) GEOMETRIC(double, 3) GEOMETRIC(double, 4)
FAST(1) FAST(2) FAST(3) FAST(4)

kernel void crosses(global const float *x, global const float *y, global float *out) {
  const int i = get_global_id(0);
  vstore3(cross(vload3(i, x), vload3(i, y)), 2 * i, out);
  vstore4(cross(vload4(0, x + i), vload4(0, y + i)), 0, out + 6 * COUNT + 6 * i);
}

// Sixteen results per work-item; true is 1 for scalars, -1 for vectors.
#define RELATIONS(a, b)                                                                      \
  RELATION(0, isequal(a, b)) RELATION(1, isnotequal(a, b)) RELATION(2, isgreater(a, b))      \
  RELATION(3, isgreaterequal(a, b)) RELATION(4, isless(a, b)) RELATION(5, islessequal(a, b)) \
  RELATION(6, islessgreater(a, b)) RELATION(7, isfinite(a)) RELATION(8, isinf(a))            \
  RELATION(9, isnan(a)) RELATION(10, isnormal(a)) RELATION(11, isordered(a, b))              \
  RELATION(12, isunordered(a, b)) RELATION(13, signbit(a))

#define RELATIONAL(type, intType)                                                            \
  kernel void scalar_relations_##type(global const type *x, global const type *y,            \
                                      global intType *out) {                                 \
    const int i = get_global_id(0);                                                          \
    RELATIONS(x[i], y[i])                                                                    \
  }
#define RELATION(k, value) out[k * COUNT + i] = value;
RELATIONAL(float, int)
RELATIONAL(double, int)
#undef RELATION

#define VECTOR_RELATIONAL(type, intType, n)                                                  \
  kernel void relations_##type##_##n(global const type *x, global const type *y,             \
                                     global intType *out) {                                  \
    const int i = get_global_id(0);                                                          \
    RELATIONS(X(n), Y(n))                                                                    \
  }
#define RELATION(k, value) vstore2(value, i, out + k * COUNT);
VECTOR_RELATIONAL(float, int, 2)
VECTOR_RELATIONAL(double, long, 2)
#undef RELATION
#define RELATION(k, value) vstore3(value, i, out + k * COUNT);
VECTOR_RELATIONAL(float, int, 3)
VECTOR_RELATIONAL(double, long, 3)
#undef RELATION
#define RELATION(k, value) vstore8(value, i, out + k * COUNT);
VECTOR_RELATIONAL(float, int, 8)
VECTOR_RELATIONAL(double, long, 8)
#undef RELATION
#define RELATION(k, value) vstore16(value, i, out + k * COUNT);
VECTOR_RELATIONAL(float, int, 16)
VECTOR_RELATIONAL(double, long, 16)

kernel void anyAndAll(global const int *x, global int *out) {
  const int i = get_global_id(0);
  out[8 * i] = any(x[i]);
  out[8 * i + 1] = all(x[i]);
  out[8 * i + 2] = any(vload2(0, x + i));
  out[8 * i + 3] = all(vload3(0, x + i));
  out[8 * i + 4] = any(vload8(0, x + i));
  out[8 * i + 5] = all(vload4(0, x + i));
  out[8 * i + 6] = any(convert_char16(vload16(0, x + i) >> 24));
  out[8 * i + 7] = all(convert_long2(vload2(0, x + i)));
}

kernel void selects(global const int *x, global const int *y, global const int *mask,
                    global int *out) {
  const int i = get_global_id(0);
  out[i] = select(x[i], y[i], mask[i]);
  if (i < COUNT / 4)
    vstore4(select(vload4(i, x), vload4(i, y), vload4(i, mask)), i, out + COUNT);
  if (i < COUNT / 16)
    vstore16(convert_int16(select(convert_float16(vload16(i, x)), convert_float16(vload16(i, y)),
                                  vload16(i, mask))), i, out + 2 * COUNT);
  out[3 * COUNT + i] = (int)bitselect((float)x[i], (float)y[i], as_float(mask[i] >> 31));
}
