// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For kernels: the same expression at vector widths 1, 2, 3, 4, 8 and 16. Section k of an output
// (COUNT elements each) has the results of width number k for the COUNT inputs. Included by kernels
// only; COUNT is a multiple of every width.
#pragma once

#define COUNT 48
#define LOAD_1(i, p) ((p)[i])
#define LOAD_2(i, p) vload2(i, p)
#define LOAD_3(i, p) vload3(i, p)
#define LOAD_4(i, p) vload4(i, p)
#define LOAD_8(i, p) vload8(i, p)
#define LOAD_16(i, p) vload16(i, p)
#define STORE_1(v, i, p) ((p)[i] = (v))
#define STORE_2(v, i, p) vstore2(v, i, p)
#define STORE_3(v, i, p) vstore3(v, i, p)
#define STORE_4(v, i, p) vstore4(v, i, p)
#define STORE_8(v, i, p) vstore8(v, i, p)
#define STORE_16(v, i, p) vstore16(v, i, p)

#define TYPE_1(type) type
#define TYPE_2(type) type##2
#define TYPE_3(type) type##3
#define TYPE_4(type) type##4
#define TYPE_8(type) type##8
#define TYPE_16(type) type##16

// body(type, width, section) for each width, in the work-items whose vector exists.
#define AT_EVERY_WIDTH(body, type) \
  do {                             \
    body(type, 1, 0);              \
    if (i < COUNT / 2) {           \
      body(type, 2, 1);            \
    }                              \
    if (i < COUNT / 3) {           \
      body(type, 3, 2);            \
    }                              \
    if (i < COUNT / 4) {           \
      body(type, 4, 3);            \
    }                              \
    if (i < COUNT / 8) {           \
      body(type, 8, 4);            \
    }                              \
    if (i < COUNT / 16) {          \
      body(type, 16, 5);           \
    }                              \
  } while (0)
