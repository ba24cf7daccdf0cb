// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local argument is read that nothing has written.
// run: local_argument_never_written 32 16 buffer:128 local:64
// report: uninitialized 6
kernel void local_argument_never_written(global int* out, local int* tile) {
  out[get_global_id(0)] = tile[get_local_id(0)];
}
