// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic load reads one element before the buffer.
// run: atomic_load_outside 16 16 buffer:64 buffer:64
// options: -cl-std=CL2.0
// report: memory 8
kernel void atomic_load_outside(global int* out, global atomic_int* flags) {
  const int i = get_global_id(0);
  out[i] = atomic_load_explicit(flags + i - 1, memory_order_relaxed, memory_scope_device);
}
