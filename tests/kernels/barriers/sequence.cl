// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consecutive barriers, and barriers at the start and end of a kernel.

kernel void reverse(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), last = get_local_size(0) - 1;
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[last - lid];
}

kernel void fourInSequence(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  scratch[lid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value += 10 * scratch[(lid + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[lid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value += 100 * scratch[(lid + 2) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = value;
}

kernel void atTheBorders(global const int *in, global int *out, local int *scratch) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[get_local_size(0) - 1 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void nothingElse(void) { barrier(CLK_LOCAL_MEM_FENCE); }

kernel void throughGlobalMemory(global const int *in, global int *out, global int *between) {
  const size_t first = get_group_id(0) * get_enqueued_local_size(0);
  between[get_global_id(0)] = in[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = between[first + get_local_size(0) - 1 - get_local_id(0)];
}

kernel void withScope(global const int *in, global int *out, local int *scratch) {
  scratch[get_local_id(0)] = in[get_global_id(0)];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[get_global_id(0)] = scratch[get_local_size(0) - 1 - get_local_id(0)];
}

kernel void transposeGroup(global const int *in, global int *out, local int *scratch) {
  const int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  const int w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
  const int index = (z * h + y) * w + x, last = w * h * d - 1;
  const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                       get_num_groups(0) + get_group_id(0);
  scratch[index] = in[group * (last + 1) + index];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[group * (last + 1) + index] = scratch[last - index];
}
