// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow without barriers: switches, loops, jumps and calls.

kernel void switchSparse(global const int *in, global int *out) {
  const int value = in[get_global_id(0)];
  int result;
  switch (value) {
    case -2147483647 - 1: result = 1; break;
    case -1: result = 2; break;
    case 0: result = 3;
    case 1: result = 4; break;
    case 7: case 8: case 9: result = 5; break;
    case 2147483647: result = 6; break;
    default: result = value; break;
  }
  out[get_global_id(0)] = result;
}

kernel void switchLong(global const long *in, global int *out) {
  switch (in[get_global_id(0)]) {
    case 1L: out[get_global_id(0)] = 1; break;
    case 0x100000001L: out[get_global_id(0)] = 2; break;
    default: out[get_global_id(0)] = 3;
  }
}

kernel void switchChar(global const char *in, global int *out) {
  switch (in[get_global_id(0)]) {
    case 'a': out[get_global_id(0)] = 1; break;
    case -1: out[get_global_id(0)] = 2; break;
    default: out[get_global_id(0)] = 3;
  }
}

kernel void collatz(global const int *in, global int *out) {
  int value = in[get_global_id(0)], steps = 0;
  while (value != 1) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++steps;
  }
  out[get_global_id(0)] = steps;
}

kernel void nestedBreaks(global const int *in, global int *out) {
  const int limit = in[get_global_id(0)];
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    for (int j = 0;; ++j) {
      if (j > i) break;
      if ((i + j) % 4 == 3) continue;
      sum += i * j;
      if (sum > limit) goto done;
    }
  }
done:
  out[get_global_id(0)] = sum;
}

int fibonacciStep(int a, int b) { return a + b; }
int fibonacci(int n) {
  int a = 0, b = 1;
  for (int i = 0; i < n; ++i) {
    const int next = fibonacciStep(a, b);
    a = b;
    b = next;
  }
  return a;
}
__attribute__((noinline)) int twice(int n) { return fibonacci(n) + fibonacci(n + 1); }
__attribute__((noinline)) int diamondLeft(int n) { return twice(n) * 2; }
__attribute__((noinline)) int diamondRight(int n) { return twice(n) * 3; }

kernel void callGraph(global const int *in, global int *out) {
  const int n = in[get_global_id(0)];
  out[get_global_id(0)] = diamondLeft(n) + diamondRight(n);
}

// A loop with two entries.
kernel void irreducible(global const int *in, global int *out) {
  int value = in[get_global_id(0)], turns = 0;
  if (value & 1) goto odd;
even:
  value /= 2;
  ++turns;
odd:
  value -= 1;
  if (value > 3) goto even;
  out[get_global_id(0)] = 100 * value + turns;
}

kernel void logical(global const int *in, global int *out) {
  const int value = in[get_global_id(0)];
  out[get_global_id(0)] = (value > 2 && 100 / value > 10) || (value < 0 && value % 2 == 0);
}

kernel void vectorSelect(global const int *in, global int *out) {
  const int4 value = (int4)(in[get_global_id(0)]) + (int4)(0, 1, 2, 3);
  const int4 chosen = value > 5 ? value : -value;
  vstore4(value.x & 1 ? chosen : 2 * chosen, get_global_id(0), out);
}

kernel void empty(void) {}

#define LEAVE(n) \
  value = value * 5 + n; \
  if (value % 31 == n) { sum += value % 7 + n * i; break; }
#define RETURN(n) \
  value = value * 3 + n; \
  if (value % 61 == n) { out[get_global_id(0)] = sum + value % 100 * n; return; }

// Ten exits of the inner loop lead to the outer one, ten leave both.
kernel void manyExits(global const int *in, global int *out) {
  uint value = in[get_global_id(0)], sum = 0;
  for (uint i = 0; i < 12; ++i) {
    for (uint j = 0; j < 9; ++j) {
      LEAVE(1) LEAVE(2) LEAVE(3) LEAVE(4) LEAVE(5) LEAVE(6) LEAVE(7) LEAVE(8) LEAVE(9) LEAVE(10)
      RETURN(1) RETURN(2) RETURN(3) RETURN(4) RETURN(5) RETURN(6) RETURN(7) RETURN(8) RETURN(9)
      RETURN(10)
      sum += j;
    }
    sum = sum * 3 + value % 16;
  }
  out[get_global_id(0)] = sum;
}
