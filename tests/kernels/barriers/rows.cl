// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that read a row of numbers in each iteration and count them in local memory. Code for
// launches of one kind runs an iteration for all work-items of a group, then the next one.
#define BINS 64

kernel void countRows(global const uint *in, global uint *out, int rows, int width) {
  local uint bins[BINS];
  const int lid = get_local_id(0), size = get_local_size(0);
  for (int bin = lid; bin < BINS; bin += size) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < rows; ++row) atomic_inc(&bins[in[row * width + get_global_id(0)] % BINS]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = lid; bin < BINS; bin += size) out[get_group_id(0) * BINS + bin] = bins[bin];
}

// The number of rows differs between groups; some numbers count twice, and one counts what its
// work-item is.
kernel void weighRows(global const uint *in, global uint *out, int rows, int turns, int width) {
  local uint bins[BINS];
  const int lid = get_local_id(0), size = get_local_size(0);
  for (int bin = lid; bin < BINS; bin += size) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int last = rows - (int)get_group_id(0) % 4;
  const uint own = in[get_global_id(0)] & 3;
  for (int turn = 0; turn < turns; ++turn) {
    for (int row = 0; row < last; ++row) {
      const uint value = in[row * width + get_global_id(0)];
      if (value & 64)
        atomic_add(&bins[value % BINS], 2u + turn);
      else
        atomic_add(&bins[(value + lid) % BINS], own);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) bins[turn] += 100;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int bin = lid; bin < BINS; bin += size) out[get_group_id(0) * BINS + bin] = bins[bin];
}

// A loop that some work-items do not come to, and one that adds for each work-item.
kernel void someRows(global const uint *in, global uint *out, int rows, int width) {
  local uint bins[BINS];
  const int lid = get_local_id(0), size = get_local_size(0);
  for (int bin = lid; bin < BINS; bin += size) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid % 3 != 1)
    for (int row = 0; row < rows; ++row)
      atomic_inc(&bins[in[row * width + get_global_id(0)] % BINS]);
  uint sum = 0;
  for (int row = 0; row < rows; ++row) {
    const uint value = in[row * width + get_global_id(0)];
    sum = sum * 3 + value;
    atomic_inc(&bins[value / 7 % BINS]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[sum % BINS], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = lid; bin < BINS; bin += size) out[get_group_id(0) * BINS + bin] = bins[bin];
}
