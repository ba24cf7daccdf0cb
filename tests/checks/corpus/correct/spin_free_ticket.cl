// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A ticket lock is replaced by an atomic exchange that only one wins.
// run: spin_free_ticket 64 16 buffer:4 buffer:4
// report: none
kernel void spin_free_ticket(global int* lock, global int* winner) {
  if (atomic_xchg(lock, 1) == 0) *winner = get_global_id(0);
}
