// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local memory: variables of kernels and arguments, of several types at once.

kernel void variables(global const int *in, global int *out) {
  local char bytes[64];
  local double wide[64];
  local int total;
  const int lid = get_local_id(0), size = get_local_size(0);
  bytes[lid] = (char)in[get_global_id(0)];
  wide[lid] = in[get_global_id(0)] * 0.25;
  if (lid == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total, bytes[size - 1 - lid]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = total + (int)(4 * wide[(lid + 1) % size]);
}

// Local memory has no defined contents at the start of a group: each group initializes it.
kernel void eachGroupItsOwn(global int *out) {
  local int owner[2];
  if (get_local_id(0) == 0) {
    owner[0] = get_group_id(0);
    owner[1] = ~get_group_id(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 100; ++i) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = owner[0] + (owner[0] == ~owner[1] ? 0 : 1000000);
}

kernel void large(global int *out, local int *scratch, int count) {
  for (int i = get_local_id(0); i < count; i += get_local_size(0)) scratch[i] = 3 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int wrong = 0;
  for (int i = get_local_id(0); i < count; i += get_local_size(0))
    wrong += scratch[count - 1 - i] != 3 * (count - 1 - i);
  out[get_global_id(0)] = wrong;
}

kernel void alignment(global ulong *out, local char *first, local double16 *second,
                      local short *third) {
  out[0] = (ulong)first;
  out[1] = (ulong)second;
  out[2] = (ulong)third;
}

// Pointers to local memory go through a function and through a generic pointer.
int sumGeneric(const int *values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

kernel void genericPointers(global const int *in, global int *out, local int *scratch, int which) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int own[2] = {in[get_global_id(0)], 5};
  scratch[lid] = in[get_global_id(0)] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int *from = which == 0 ? (const int *)scratch : which == 1 ? (const int *)in : own;
  out[get_global_id(0)] = sumGeneric(from, which == 2 ? 2 : size);
}
