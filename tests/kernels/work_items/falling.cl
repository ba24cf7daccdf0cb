// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number that falls from id to id, and wraps where it is below the smallest int.

kernel void falling(global int *out, int from, int bound, uint first) {
  const uint id = get_global_id(0);
  const int number = (int)((uint)from - id);
  if (number > bound) out[id - first] = number;
}

kernel void between(global int *out, int from, int bound, uint first) {
  const uint id = get_global_id(0);
  const int number = (int)((uint)from - id);
  if (number >= 0 && number < bound) out[id - first] = number;
}
