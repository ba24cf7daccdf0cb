// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// So many kernels that several threads generate their code. They share a variable and a table.

global int launches = 0;
constant uint kTable[8] = {2, 3, 5, 7, 11, 13, 17, 19};

#define STEP x = x * 1664525 + 1013904223; x ^= x >> 13;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
#define KERNEL(name, number)                              \
  kernel void name(global uint *out) {                    \
    const uint i = get_global_id(0);                      \
    uint x = i + number;                                  \
    STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS       \
    out[i] = x + kTable[(x ^ number) & 7];                \
    if (i == 0) launches += number;                       \
  }

KERNEL(part1, 1)
KERNEL(part2, 2)
KERNEL(part3, 3)
KERNEL(part4, 4)
KERNEL(part5, 5)
KERNEL(part6, 6)
KERNEL(part7, 7)
KERNEL(part8, 8)
KERNEL(part9, 9)
KERNEL(part10, 10)
KERNEL(part11, 11)
KERNEL(part12, 12)
KERNEL(part13, 13)
KERNEL(part14, 14)
KERNEL(part15, 15)
KERNEL(part16, 16)

kernel void count(global int *out) { *out = launches; }
