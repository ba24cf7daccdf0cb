// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items with even numbers own one member, those with odd numbers the other.
// run: interleaved_members 32 16 buffer:128
// report: none
typedef struct { int even, odd; } Pair;
kernel void interleaved_members(global Pair* pairs) {
  const int i = get_global_id(0);
  if (i & 1)
    pairs[i / 2].odd = i;
  else
    pairs[i / 2].even = i;
}
