// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a stack of a bounded depth.
// run: private_stack 16 16 buffer:64
// report: none
kernel void private_stack(global int* out) {
  int stack[8];
  int top = 0, count = 0;
  stack[top++] = get_global_id(0) + 1;
  while (top > 0) {
    const int n = stack[--top];
    ++count;
    if (n > 1 && top < 7) {
      stack[top++] = n / 2;
      if (n > 2 && top < 8) stack[top++] = n / 3;
    }
  }
  out[get_global_id(0)] = count;
}
