// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of a Fourier transform in local memory exchanges with barriers.
// run: fft_step 16 8 buffer:128 buffer:128
// report: none
kernel void fft_step(global float2* out, global const float2* in) {
  local float2 tile[8];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l] = in[i];
  for (int half_size = 1; half_size < 8; half_size *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = l & ~half_size;
    const float angle = -3.14159265f * (l & (half_size - 1)) / half_size;
    const float2 a = tile[first], b = tile[first + half_size];
    const float2 w = (float2)(cos(angle), sin(angle));
    const float2 product = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = l & half_size ? a - product : a + product;
  }
  out[i] = tile[l];
}
