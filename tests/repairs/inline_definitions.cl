// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CL3.0 -o %t %s
extern inline int add(int x) { return x + 3; }
kernel void k(global int *out) { out[0] = add(out[1]); }
