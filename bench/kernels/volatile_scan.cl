// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums in local memory, as generators write them: through volatile pointers, with several
// values for each work-item.

kernel void volatile_scan(global const uint* in, global uint* out) {
  local uint memory[4 * 64];
  volatile local uint* sums = memory;
  uint item = get_local_id(0), size = get_local_size(0);
  uint value = in[get_global_id(0)] % 4;
  uint a = value == 0, b = value == 1, c = value == 2, d = value == 3;
  for (int repetition = 0; repetition < 8; ++repetition) {
    sums[item] = a, sums[size + item] = b, sums[2 * size + item] = c, sums[3 * size + item] = d;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < size; step *= 2) {
      if (item >= step) {
        a += sums[item - step], b += sums[size + item - step];
        c += sums[2 * size + item - step], d += sums[3 * size + item - step];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item >= step)
        sums[item] = a, sums[size + item] = b, sums[2 * size + item] = c, sums[3 * size + item] = d;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = a + 2 * b + 4 * c + 8 * d;
}
