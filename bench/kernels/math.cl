// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BODY on elements of TYPE, one and sixteen at a time. The build defines TYPE, TYPE16 and the statements
// BODY(type, integer, toInteger, toType) with x and y, which return a result.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
TYPE one_result(TYPE x, TYPE y) { BODY(TYPE, int, convert_int_rte, JOIN(convert_, TYPE)) }
TYPE16 sixteen_results(TYPE16 x, TYPE16 y) {
  BODY(TYPE16, int16, convert_int16_rte, JOIN(convert_, TYPE16))
}
kernel void one(global const TYPE *restrict x, global const TYPE *restrict y,
                global TYPE *restrict out) {
  out[get_global_id(0)] = one_result(x[get_global_id(0)], y[get_global_id(0)]);
}
kernel void sixteen(global const TYPE16 *restrict x, global const TYPE16 *restrict y,
                    global TYPE16 *restrict out) {
  out[get_global_id(0)] = sixteen_results(x[get_global_id(0)], y[get_global_id(0)]);
}
