// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic addition counts behind a sub-buffer, in the buffer that it is part of.
// run: sub_buffer_atomic 17 17 sub:4096:1024:64
// report: memory 6
kernel void sub_buffer_atomic(global int* bins) {
  atomic_inc(bins + get_global_id(0));
}
