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

// A flag for all work-items and one for each two of them, which those leave as they are that do not
// find the key.
kernel void flags(global const int *in, global int *out, int key) {
  local int found, foundByTwo[128];
  const int i = get_local_id(0);
  foundByTwo[i] = 0;
  if (i == 0) found = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const bool isKey = in[get_global_id(0)] == key;
  if (!found & isKey) found = 1;
  if (!foundByTwo[i / 2] & isKey) foundByTwo[i / 2] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 2 * found + foundByTwo[i / 2];
}

// Values of some work-items, at distances of one to three, between bytes that keep theirs.
kernel void someOf(global const int *in, global uchar *out) {
  local uchar bytes[3 * 128];
  local ushort shorts[128];
  const int i = get_local_id(0), n = get_local_size(0);
  bytes[i] = bytes[i + n] = bytes[i + 2 * n] = 1;
  shorts[i] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int value = in[get_global_id(0)];
  if (value > 0) bytes[3 * i] = value;
  if (value < 0) shorts[i] = value & 255;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; ++k) out[4 * get_global_id(0) + k] = bytes[3 * i + k];
  out[4 * get_global_id(0) + 3] = shorts[i];
}
