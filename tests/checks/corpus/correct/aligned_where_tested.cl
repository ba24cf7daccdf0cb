// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector is loaded only where the address, also that of the argument, allows it.
// run: aligned_where_tested 16 16 buffer:64 sub:256:128:64 int:0
// report: none
kernel void aligned_where_tested(global float* out, global const float* in, int odd) {
  const size_t i = get_global_id(0);
  global const float* at = in + i;
  if (((ulong)at & 15) == 0)
    out[i] = (*(global const float4*)at).x;
  else
    out[i] = *at;
  if (odd) out[i] += (*(global const float4*)((global const char*)in + 1)).y;
}
