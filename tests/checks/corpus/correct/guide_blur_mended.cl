// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of docs/checks.md behind its mend.
// run: blur_mended 256 64 buffer:1024 buffer:1024
// report: none
kernel void blur_mended(global float* out, global const float* in) {
  local float tile[66];
  size_t l = get_local_id(0), i = get_global_id(0);
  tile[l + 1] = in[i];
  if (l == 0) tile[0] = in[max(i, 1ul) - 1];
  if (l == 63) tile[65] = in[min(i + 1, get_global_size(0) - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = (tile[l] + tile[l + 1] + tile[l + 2]) / 3;
}
