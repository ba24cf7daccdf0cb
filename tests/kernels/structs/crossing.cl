// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pair that is stored and a pair that is loaded, of which one element may be the same. The loads were joined in
// front of the stores, which were joined behind the first load.
kernel void crossing(global float *restrict rows, global float4 *restrict out, int stored, int loaded) {
  const size_t id = get_global_id(0);
  global float *row = rows + id * 64;
  row[2 * (long)stored] = -1.0f;
  out[id].z = -6.0f;
  const float other = ((global float *)out)[id * 4 + (loaded & 3)];
  const float x = row[2 * (long)loaded + 1];
  row[2 * (long)stored + 1] = -2.0f;
  const float y = row[2 * (long)loaded + 2];
  out[id] = (float4)(x, y, other, 1.0f);
}
