// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of docs/checks.md, as it is before its mend.
// run: blur 256 64 buffer:1024 buffer:1024
// report: memory 13
// report: memory 14
// report: races 12|15
// may: uninitialized 15
// may: races 13|14
kernel void blur(global float* out, global const float* in) {
  local float tile[66];
  size_t l = get_local_id(0), i = get_global_id(0);
  tile[l + 1] = in[i];
  if (l == 0) tile[0] = in[i - 1];
  if (l == 63) tile[65] = in[i + 1];
  out[i] = (tile[l] + tile[l + 1] + tile[l + 2]) / 3;
}
