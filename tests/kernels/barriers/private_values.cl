// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of every type that are live across barriers in a work-item.

kernel void array(global const int *in, global int *out, local int *scratch, int shift) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int kept[8];
  for (int i = 0; i < 8; ++i) kept[i] = in[get_global_id(0)] * (i + 1);
  scratch[lid] = kept[shift & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  kept[(shift + 1) & 7] = scratch[(lid + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += kept[i] << (i & 3);
  out[get_global_id(0)] = sum;
}

// Indexed by a divergent value, and filled between barriers.
kernel void arrayFilledInALoop(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int seen[16];
  for (int i = 0; i < 16; ++i) {
    scratch[lid] = in[get_global_id(0)] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    seen[(i + lid) & 15] = scratch[(lid + i) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum = sum * 3 + seen[i];
  out[get_global_id(0)] = sum;
}

kernel void largeArray(global const int *in, global int *out, local int *scratch, int step) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int table[1000];
  for (int i = 0; i < 1000; ++i) table[i] = in[get_global_id(0)] + i;
  scratch[lid] = table[step];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = scratch[(lid + 1) % size];
  out[get_global_id(0)] = table[(other * step) % 1000] + table[999];
}

typedef struct {
  char small;
  double wide;
  short3 three;
  global const int *from;
  local int *into;
} Mixed;

kernel void structure(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  const int value = in[get_global_id(0)];
  Mixed mixed = {value & 127, value * 0.5, (short3)(value, value + 1, value + 2),
                 in + get_global_id(0), scratch + lid};
  *mixed.into = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  Mixed copy = mixed;
  copy.wide += *mixed.from + scratch[(lid + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = copy.small + (int)(2 * copy.wide) + copy.three.x + copy.three.y +
                          copy.three.z + *copy.into;
}

kernel void vectors(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  const int value = in[get_global_id(0)];
  const int3 three = (int3)(value, value + 1, value + 2);
  const float16 many = (float16)(value);
  const char2 two = (char2)(value & 63, 1);
  const long4 wide = (long4)(value) << 33;
  scratch[lid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = scratch[(lid + 1) % size];
  out[get_global_id(0)] = three.x + three.y + three.z + (int)many.sf + two.x + two.y +
                          (int)(wide.w >> 33) + other;
}

kernel void truthValues(global const int *in, global int *out, local int *scratch) {
  const int lid = get_local_id(0), size = get_local_size(0);
  const int value = in[get_global_id(0)];
  const bool odd = value & 1, third = value % 3 == 0;
  scratch[lid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = scratch[(lid + 1) % size];
  const bool larger = other > value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (odd ? 1 : 2) + (third ? 10 : 20) + (larger ? 100 : 200);
}

// The address of a private variable is live across the barrier.
kernel void addresses(global const int *in, global int *out, local int *scratch, int choice) {
  const int lid = get_local_id(0), size = get_local_size(0);
  int first = in[get_global_id(0)], second = 3 * first;
  int *chosen = (lid + choice) % 2 ? &first : &second;
  scratch[lid] = *chosen;
  barrier(CLK_LOCAL_MEM_FENCE);
  *chosen += scratch[(lid + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 10 * first + second;
}
