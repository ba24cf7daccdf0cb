// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: increments and decrements of bool in OpenCL C. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0

//: increment = 11
kernel void increment(global ulong* out, global const ulong* in) {
  bool a = in[0], b = in[0] == 4;
  a++;
  ++b;
  out[get_global_id(0)] = a * 10 + b;
}
//: value_of_an_increment = 2
kernel void value_of_an_increment(global ulong* out, global const ulong* in) {
  bool a = in[0] == 4;
  out[get_global_id(0)] = a++ + 2 * ++a;
}
