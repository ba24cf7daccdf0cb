// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one acquires what another work-group has released.
// run: large_function_acquires 64 16 buffer:256 buffer:8
// options: -cl-std=CL2.0
// functions: large
// report: none
uint work(global atomic_uint* flag, global uint* data, uint x) {
  LARGE(x)
  if (get_global_id(0) == 0) {
    *data = 5;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
    x += *data;
  }
  return x;
}
kernel void large_function_acquires(global uint* out, global uint* shared) {
  uint x = get_global_id(0);
  if (x > 0) {
    MANY(x += work((global atomic_uint*)shared, shared + 1, x))
  } else {
    x = work((global atomic_uint*)shared, shared + 1, x);
  }
  out[get_global_id(0)] = x;
}
