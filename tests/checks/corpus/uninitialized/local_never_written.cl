// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory is read that nothing has written.
// run: local_never_written 16 16 buffer:64
// report: uninitialized 7
kernel void local_never_written(global int* out) {
  local int tile[16];
  out[get_global_id(0)] = tile[get_local_id(0)];
}
