// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One component does not fit into a short.
// run: float_to_short_vector 16 16 buffer:128
// report: arithmetic 7
kernel void float_to_short_vector(global short4* out) {
  const float4 x = (float4)(1, 2, 40000, 4);
  out[get_global_id(0)] = convert_short4(x + get_global_id(0));
}
