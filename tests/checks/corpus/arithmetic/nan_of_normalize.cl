// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The length of a zero vector is a divisor.
// run: nan_of_normalize 16 16 buffer:256 buffer:256
// report: arithmetic 8
kernel void nan_of_normalize(global float4* out, global const float4* in) {
  const int i = get_global_id(0);
  const float4 v = in[i];
  out[i] = v / length(v);
}
