// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in branches that a whole work-group takes or does not take.

#define ROTATE(value)                         \
  do {                                        \
    scratch[lid] = value;                     \
    barrier(CLK_LOCAL_MEM_FENCE);             \
    value = scratch[(lid + size - 1) % size]; \
    barrier(CLK_LOCAL_MEM_FENCE);             \
  } while (0)

#define BEGIN                                                 \
  const int lid = get_local_id(0), size = get_local_size(0); \
  int value = in[get_global_id(0)];

kernel void ifArgument(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  if (choice) {
    value += 100;
    ROTATE(value);
  }
  out[get_global_id(0)] = value;
}

kernel void ifElse(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  if (choice) {
    ROTATE(value);
    value += 100;
  } else {
    value += 1000;
    ROTATE(value);
    ROTATE(value);
  }
  out[get_global_id(0)] = value;
}

kernel void byGroup(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  if (get_group_id(0) % 2 == choice) {
    ROTATE(value);
  } else if (get_group_id(0) % 3 == choice) {
    ROTATE(value);
    ROTATE(value);
    value += 10000;
  }
  out[get_global_id(0)] = value;
}

kernel void nestedBranches(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  if (choice & 1) {
    ROTATE(value);
    if (choice & 2) {
      value += 100;
      ROTATE(value);
    } else {
      value += 200;
    }
    if (choice & 4) ROTATE(value);
  } else if (choice & 2) {
    value += lid;
    ROTATE(value);
    value -= (lid + size - 1) % size;
  }
  out[get_global_id(0)] = value;
}

kernel void switchCases(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  switch (choice) {
    case 0: ROTATE(value); break;
    case 1: value += 100;  // goes on
    case 2:
      ROTATE(value);
      ROTATE(value);
      break;
    case 5: value += 500; break;
    default: ROTATE(value); value = -value;
  }
  out[get_global_id(0)] = value;
}

kernel void inALoop(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  for (int i = 0; i < 6; ++i) {
    if (i % 2 == choice % 2) {
      ROTATE(value);
    } else {
      value += 100;
    }
  }
  out[get_global_id(0)] = value;
}

// Divergent code before and after the barrier.
kernel void divergentAround(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  if (lid % 3 == choice) value += 100;
  ROTATE(value);
  if (lid % 2 == choice) {
    value += 1000;
  } else {
    value -= 1000;
  }
  ROTATE(value);
  out[get_global_id(0)] = value;
}

// A jump into the middle of a loop: the loop has two entries.
kernel void twoEntries(global const int *in, global int *out, local int *scratch, int choice) {
  BEGIN
  int i = 0;
  if (choice) goto middle;
  while (i < 5) {
    value += 10;
    ROTATE(value);
middle:
    value += 100;
    ++i;
    ROTATE(value);
  }
  out[get_global_id(0)] = value;
}
