// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CL3.0 -o %t %s
typedef struct { int a; int b[3]; char c[5]; } Item;
global Item items[3] = {{5}, {6}, {7, {8, 9, 10}}};
global ulong number = (ulong)&items[1].b[1];
global int *inner = &items[2].b[1];
kernel void k(global int *out) { out[0] = number == (ulong)&items[1].b[1] && inner; }
