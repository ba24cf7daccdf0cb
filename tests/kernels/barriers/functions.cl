// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in functions that kernels call, inlined or not.

#define NOINLINE __attribute__((noinline))

NOINLINE int exchange(local int *scratch, int value, int distance) {
  const int lid = get_local_id(0), size = get_local_size(0);
  scratch[lid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = scratch[(lid + distance) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  return other;
}

kernel void once(global const int *in, global int *out, local int *scratch) {
  out[get_global_id(0)] = exchange(scratch, in[get_global_id(0)], 1);
}

kernel void twice(global const int *in, global int *out, local int *scratch) {
  const int value = in[get_global_id(0)];
  const int next = exchange(scratch, value, 1);
  out[get_global_id(0)] = value + 10 * next + 100 * exchange(scratch, next, 1);
}

NOINLINE int sumOfNeighbours(local int *scratch, int value, int count) {
  int sum = 0;
  for (int i = 1; i <= count; ++i) sum += exchange(scratch, value, i);
  return sum;
}

kernel void nested(global const int *in, global int *out, local int *scratch, int count) {
  const int value = in[get_global_id(0)];
  out[get_global_id(0)] = value + sumOfNeighbours(scratch, value, count);
}

NOINLINE void onlyBarrier(void) { barrier(CLK_LOCAL_MEM_FENCE); }

kernel void barrierAlone(global const int *in, global int *out, local int *scratch) {
  scratch[get_local_id(0)] = in[get_global_id(0)];
  onlyBarrier();
  out[get_global_id(0)] = scratch[(get_local_id(0) + 1) % get_local_size(0)];
}

// The function returns early for some arguments, uniformly in the group.
NOINLINE int maybeExchange(local int *scratch, int value, int wanted) {
  if (!wanted) return -value;
  return exchange(scratch, value, wanted);
}

kernel void conditional(global const int *in, global int *out, local int *scratch, int wanted) {
  int value = maybeExchange(scratch, in[get_global_id(0)], wanted);
  value = maybeExchange(scratch, value, 1);
  out[get_global_id(0)] = value;
}

NOINLINE void exchangeInPlace(local int *scratch, private int *value) {
  *value = exchange(scratch, *value, 1);
}

kernel void throughPointer(global const int *in, global int *out, local int *scratch) {
  int value = in[get_global_id(0)];
  exchangeInPlace(scratch, &value);
  exchangeInPlace(scratch, &value);
  out[get_global_id(0)] = value;
}

// A kernel may call another kernel as a function.
kernel void inner(global const int *in, global int *out, local int *scratch) {
  out[get_global_id(0)] = exchange(scratch, in[get_global_id(0)], 1) + 7;
}

kernel void outer(global const int *in, global int *out, local int *scratch) {
  inner(in, out, scratch);
  out[get_global_id(0)] += 100;
}
