// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last row of a group of two dimensions does not wait.
// run: last_row_2d 8x8 4x4 buffer:256
// report: barriers 9
kernel void last_row_2d(global int* out) {
  const int x = get_local_id(0), y = get_local_id(1);
  out[get_global_id(1) * 8 + get_global_id(0)] = x;
  if (y < 3)
    barrier(CLK_LOCAL_MEM_FENCE);
}
