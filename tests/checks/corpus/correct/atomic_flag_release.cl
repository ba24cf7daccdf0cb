// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group publishes data with release, and readers acquire.
// run: atomic_flag_release 32 16 buffer:4 buffer:4 buffer:128
// options: -cl-std=CL2.0
// report: none
kernel void atomic_flag_release(global int* data, global atomic_int* flag, global int* out) {
  const int i = get_global_id(0);
  out[i] = 0;
  if (i == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (i == 20) {
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) out[i] = *data;
  }
}
