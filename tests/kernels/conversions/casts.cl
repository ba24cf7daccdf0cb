// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C casts and as_type.

kernel void casts(global const float *in, global uint *out) {
  const int i = get_global_id(0);
  out[4 * i] = (uint)(int)in[i];
  out[4 * i + 1] = as_uint(in[i]);
  out[4 * i + 2] = as_ushort2(in[i]).y;
  out[4 * i + 3] = (bool)in[i];
}
