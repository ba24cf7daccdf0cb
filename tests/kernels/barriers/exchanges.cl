// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that exchange values through local memory at distances which are powers of two.

#define MOST 256

#define EXCHANGES(TYPE)                                                                                      \
  void order_##TYPE(local TYPE *values, int at, int distance, bool up) {                                     \
    const TYPE first = values[at], second = values[at + distance];                                           \
    if ((first > second) == up) {                                                                            \
      values[at] = second;                                                                                   \
      values[at + distance] = first;                                                                         \
    }                                                                                                        \
  }                                                                                                          \
  /* Sorts twice as many values as a group has work-items, a power of two. */                                \
  kernel void sort_##TYPE(global const TYPE *in, global TYPE *out) {                                         \
    local TYPE values[2 * MOST];                                                                             \
    const int i = get_local_id(0), size = get_local_size(0), start = get_group_id(0) * 2 * size;             \
    values[i] = in[start + i];                                                                               \
    values[i + size] = in[start + i + size];                                                                 \
    for (int length = 2; length <= 2 * size; length *= 2)                                                    \
      for (int distance = length / 2; distance > 0; distance /= 2) {                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                        \
        order_##TYPE(values, 2 * i - (i & (distance - 1)), distance, length > size || !(2 * i & length));    \
      }                                                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
    out[start + i] = values[i];                                                                              \
    out[start + i + size] = values[i + size];                                                                \
  }                                                                                                          \
  /* The order of the values in the steps of a Fourier transform. */                                         \
  kernel void spread_##TYPE(global const TYPE *in, global TYPE *out) {                                       \
    local TYPE values[4 * MOST + 256];                                                                       \
    const int i = get_local_id(0), size = get_local_size(0), space = 4 * MOST + 256;                          \
    for (int step = 1; step < 128; step *= 4) {                                                              \
      for (int k = i; k < space; k += size) values[k] = 1;                                                    \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
      const int k = i & (step - 1), to = 4 * (i - k) + k;                                                    \
      for (int r = 0; r < 4; ++r) values[to + r * step] = in[get_global_id(0) * 4 + r];                      \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
      for (int n = i; n < space; n += size) out[n] = values[n];                                               \
      out += space;                                                                                           \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
    }                                                                                                        \
  }                                                                                                          \
  /* Reads by parts of local ids. */                                                                         \
  kernel void parts_##TYPE(global const TYPE *in, global TYPE *out) {                                        \
    local TYPE values[MOST];                                                                                 \
    const int i = get_local_id(0), size = get_local_size(0), all = get_global_size(0);                       \
    for (int k = i; k < MOST; k += size) values[k] = in[k];                                                  \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                            \
    global TYPE *to = out + get_global_id(0);                                                                \
    to[0 * all] = values[i ^ 1];                                                                             \
    to[1 * all] = values[i ^ 5];                                                                             \
    to[2 * all] = values[i & 3];                                                                             \
    to[3 * all] = values[i >> 2];                                                                            \
    to[4 * all] = values[(i & 3) * 16 + (i >> 2 & 15)];                                                      \
    to[5 * all] = values[(i & ~1) | 2];                                                                      \
    to[6 * all] = values[((i & 1) << 4) + (i >> 1 & 7) + 7];                                                 \
    to[7 * all] = values[(i / 8 * 4 + i % 4) & (MOST - 1)];                                                  \
  }

EXCHANGES(uchar)
EXCHANGES(short)
EXCHANGES(int)
EXCHANGES(long)

// Values of two components.
kernel void spread_int2(global const int2 *in, global int2 *out) {
  local int2 values[4 * MOST];
  const int i = get_local_id(0);
  for (int step = 1; step < 128; step *= 4) {
    const int k = i & (step - 1), to = 4 * (i - k) + k;
    for (int r = 0; r < 4; ++r) values[to + r * step] = in[get_global_id(0) * 4 + r];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 4; ++r) out[i + r * get_local_size(0)] = values[i + r * get_local_size(0)];
    out += 4 * MOST;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
