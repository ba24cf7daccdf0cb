// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A volatile read begins a loop of atomic exchanges.
// run: volatile_read_of_atomic 64 16 buffer:4
// report: benign-races 9
// may: benign-races 10
kernel void volatile_read_of_atomic(volatile global int* sum) {
  int before, seen;
  do {
    before = *sum;
    seen = atomic_cmpxchg(sum, before, before + 1);
  } while (seen != before);
}
