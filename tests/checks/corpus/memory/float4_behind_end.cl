// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer of 15 vectors is written by 16 work-items.
// run: float4_behind_end 16 16 buffer:240
// report: memory 7
kernel void float4_behind_end(global float4* a) {
  const size_t i = get_global_id(0);
  a[i] = (float4)(i);
}
