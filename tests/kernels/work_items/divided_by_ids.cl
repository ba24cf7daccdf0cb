// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divisions by local ids, which are known numbers in code for one size of work-groups. Some
// work-items divide by nothing: for those the divisor would be 0.
kernel void by_local_id(global const uint *in, global uint *out) {
  const uint id = get_global_id(0), lid = get_local_id(0), x = in[id];
  uint quotient = 0, rest = 0, few = 0;
  int difference = 0;
  if (lid != 0 && x > 5) {
    quotient = x / lid;
    rest = x % lid;
  }
  if ((lid & 3) != 0 && x > 7) few = x / (lid & 3);
  if (lid != 3 && x > 9) difference = -(int)x / ((int)lid - 3);
  out[4 * id] = quotient;
  out[4 * id + 1] = rest;
  out[4 * id + 2] = few;
  out[4 * id + 3] = difference;
}

#define BY_LOCAL_ID(name, type)                              \
  kernel void name(global const type *in, global type *out) { \
    const uint id = get_global_id(0);                        \
    const type lid = get_local_id(0), x = in[id];            \
    type quotient = 0;                                       \
    if (lid != 0 && x > 5) quotient = x / lid;               \
    out[id] = quotient;                                      \
  }

BY_LOCAL_ID(bytes_by_local_id, uchar)
BY_LOCAL_ID(longs_by_local_id, long)
