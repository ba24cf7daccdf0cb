// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of floats is made with a loop over compare and exchange.
// run: atomic_float_sum 64 16 buffer:4
// report: none
kernel void atomic_float_sum(global uint* sum) {
  uint old = 0, expected;
  do {
    expected = old;
    old = atomic_cmpxchg(sum, expected, as_uint(as_float(expected) + 1.0f));
  } while (old != expected);
}
