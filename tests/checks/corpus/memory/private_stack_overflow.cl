// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stack in a private array grows by one element too many in some work-items.
// run: private_stack_overflow 64 16 buffer:256
// report: memory 10
kernel void private_stack_overflow(global int* out) {
  int stack[8];
  int top = 0;
  const int i = get_global_id(0);
  for (int k = 0; k <= i / 7; ++k)
    stack[top++] = k;
  out[i] = stack[0];
}
