// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic exchange under a condition goes behind the end.
// run: compare_exchange_outside 64 16 buffer:64
// report: memory 6
kernel void compare_exchange_outside(global int* a) {
  atomic_cmpxchg(a + get_global_id(0), 0, 1);
}
