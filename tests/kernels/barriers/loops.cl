// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in loops whose trip count is uniform in a work-group, for different reasons.

kernel void treeSum(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < size; step *= 2) {
    if (lid % (2 * step) == 0 && lid + step < size) scratch[lid] += scratch[lid + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = scratch[0];
}

kernel void inclusiveScan(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0);
  int sum = in[get_global_id(0)];
  for (int step = 1; step < (int)get_local_size(0); step <<= 1) {
    scratch[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= step) sum += scratch[lid - step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// Each iteration moves every value to the right neighbour.
kernel void rotateTimes(global const int *in, global int *out, local int *scratch, int times) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int turn = 0; turn < times; ++turn) {
    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = scratch[(lid + size - 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}

kernel void rotateDoWhile(global const int *in, global int *out, local int *scratch,
                          global const int *times) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)], left = times[0];
  do {
    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = scratch[(lid + size - 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (--left > 0);
  out[get_global_id(0)] = value;
}

kernel void nestedLoops(global const int *in, global int *out, local int *scratch, int outer) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j <= i; ++j) {
      scratch[lid] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = scratch[(lid + size - 1) % size] + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = scratch[(lid + size - 1) % size] + 1000;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}

// The barrier is between two exits of the loop and a continue.
kernel void breakAndContinue(global const int *in, global int *out, local int *scratch, int stop) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int i = 0;; ++i) {
    if (i == stop) break;
    value += 100;
    if (i % 3 == 1) continue;
    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = scratch[(lid + size - 1) % size];
    if (i == 7) break;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}

// The loop continues while a word in local memory is set: the last work-item's iteration count.
kernel void untilFlag(global const int *in, global int *out, local int *scratch, int limit) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)], turns = 0;
  if (lid == 0) scratch[size] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (scratch[size]) {
    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = scratch[(lid + size - 1) % size];
    ++turns;
    if (lid == size - 1) scratch[size] = turns < limit;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value + 1000 * turns;
}

// Work-items run different iteration counts of a loop between two barriers.
kernel void unevenBetween(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = 0;
  for (int i = 0; i <= lid; ++i) value += in[get_global_id(0)] + i;
  scratch[lid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value = 0;
  for (int i = lid; i < size; ++i) value += scratch[i];
  out[get_global_id(0)] = value;
}

// In the first rounds, which have no barriers, some work-items go on to the next round. All of them
// exchange values in the others.
kernel void skippedRounds(global const int *in, global int *out, local int *scratch, uint rounds,
                          uint first) {
  const uint lid = get_local_id(0), size = get_local_size(0);
  uint value = in[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    if (round < first && lid * 4 / size > round) continue;
    for (uint i = 0; i < (lid & 3); ++i) value = value * 3 + round;
    for (uint i = first; i <= round; ++i) {
      scratch[lid] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = scratch[size - 1 - lid] + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = value;
}
