// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: half without the pragma. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: half_converted = 3
kernel void half_converted(global ulong* out, global const ulong* in) { out[get_global_id(0)] = convert_int(convert_half((float)in[0])); }
