// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arc cosine of a value above one is taken.
// run: nan_of_acos 16 16 buffer:64
// report: arithmetic 7
kernel void nan_of_acos(global float* out) {
  const int i = get_global_id(0);
  out[i] = acos(i * 0.5f);
}
