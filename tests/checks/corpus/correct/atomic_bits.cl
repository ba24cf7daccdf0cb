// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits are set and cleared with atomics.
// run: atomic_bits 64 16 buffer:8
// report: none
kernel void atomic_bits(global uint* words) {
  const uint i = get_global_id(0);
  atomic_or(words + i / 32, 1u << (i % 32));
  if (i % 5 == 0) atomic_and(words + i / 32, ~(1u << (i % 32)));
}
