// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc --level=x86-64-v3 -cl-std=CL3.0 --repeat=3 -o %t %s
kernel void k(global int *out) {
  int x = out[0];
  __asm__ volatile("1: dec %0\n jnz 1b" : "+r"(x));
  out[0] = x;
}
