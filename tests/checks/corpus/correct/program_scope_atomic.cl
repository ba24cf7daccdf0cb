// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter in program scope is atomic.
// run: program_scope_atomic 64 16 buffer:256
// options: -cl-std=CL2.0
// report: none
global atomic_int count = ATOMIC_VAR_INIT(0);
kernel void program_scope_atomic(global int* out) {
  const int place = atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_device);
  out[place & 63] = get_global_id(0);
}
