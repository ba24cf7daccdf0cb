// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FUNCTION on elements of TYPE, one and sixteen at a time; the build defines TYPE, TYPE16, FUNCTION and
// its ARGUMENTS.
#if ARGUMENTS == 1
#define RESULT FUNCTION(x[get_global_id(0)])
#else
#define RESULT FUNCTION(x[get_global_id(0)], y[get_global_id(0)])
#endif
kernel void one(global const TYPE *restrict x, global const TYPE *restrict y,
                global TYPE *restrict out) {
  out[get_global_id(0)] = RESULT;
}
kernel void sixteen(global const TYPE16 *restrict x, global const TYPE16 *restrict y,
                    global TYPE16 *restrict out) {
  out[get_global_id(0)] = RESULT;
}
