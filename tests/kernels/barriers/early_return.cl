// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that have returned take no part in the barriers that the others reach.

kernel void beyondTheEnd(global const int *in, global int *out, local int *scratch, int count) {
  const int gid = get_global_id(0), lid = get_local_id(0);
  if (gid >= count) return;
  scratch[lid] = in[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int first = gid - lid, members = min((int)get_local_size(0), count - first);
  out[gid] = scratch[members - 1 - lid];
}

kernel void oneStays(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid != 0) return;
  int sum = 0;
  for (int i = 0; i < (int)get_local_size(0); ++i) sum += scratch[i];
  scratch[0] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0)] = scratch[0];
}

// In each iteration the upper half of the remaining work-items returns.
kernel void halving(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0);
  int active = get_local_size(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (active > 1) {
    const int kept = (active + 1) / 2;
    if (lid >= kept) return;
    if (lid + kept < active) scratch[lid] += scratch[lid + kept];
    active = kept;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_group_id(0)] = scratch[0];
}

// Half of the work-items return in the first round, before which no barrier is. The number of the
// round is one value for the group: that of those who go on.
kernel void inTheFirstRound(global const int *in, global int *out, local int *scratch,
                            int rounds) {
  const int lid = get_local_id(0), stay = (get_local_size(0) + 1) / 2;
  int value = in[get_global_id(0)];
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < round; ++i) {
      scratch[lid] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = scratch[stay - 1 - lid];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    value += 1000 << round;
    out[get_global_id(0)] = value;
    if (lid >= stay) return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[lid] = value;
}

// Whole groups return; in the last group only some work-items return.
kernel void wholeGroups(global const int *in, global int *out, local int *scratch, int count) {
  if ((int)(get_group_id(0) * get_enqueued_local_size(0)) >= count) return;
  scratch[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[get_local_size(0) - 1 - get_local_id(0)];
}
