// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: increments and decrements of bool in OpenCL C. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0

//: decrement_of_true = 0
kernel void decrement_of_true(global ulong* out, global const ulong* in) { bool c = in[0]; c--; out[get_global_id(0)] = c; }
//: decrement_of_false = 1
kernel void decrement_of_false(global ulong* out, global const ulong* in) { bool c = in[0] == 4; c--; out[get_global_id(0)] = c; }
//: decrement_before = 1
kernel void decrement_before(global ulong* out, global const ulong* in) { bool c = in[0] == 4; out[get_global_id(0)] = --c; }
//: value_of_a_decrement = 10
kernel void value_of_a_decrement(global ulong* out, global const ulong* in) {
  bool c = in[0];
  int before = c--;
  out[get_global_id(0)] = before * 10 + c;
}
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
//: decrement_in_a_structure = 1
kernel void decrement_in_a_structure(global ulong* out, global const ulong* in) {
  struct { int x; bool c; } s = { 3, in[0] == 4 };
  s.c--;
  out[get_global_id(0)] = s.c;
}
//: decrement_in_an_array = 0 1 0 1 0 1 0 1
kernel void decrement_in_an_array(global ulong* out, global const ulong* in) {
  bool c[2] = { in[0] == 3, in[0] == 4 };
  size_t i = get_global_id(0);
  --c[i & 1];
  out[i] = c[i & 1];
}
//: decrement_in_local_memory = 1
kernel void decrement_in_local_memory(global ulong* out, global const ulong* in) {
  local bool c[8];
  size_t l = get_local_id(0);
  c[l] = in[0] == 4;
  c[l]--;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = c[7 - l];
}
//: decrement_in_global_memory = 1
kernel void decrement_in_global_memory(global ulong* out, global const ulong* in) {
  global bool* c = (global bool*)(out + get_global_id(0));
  (*c)--;
}
//: decrement_as_a_condition = 1
kernel void decrement_as_a_condition(global ulong* out, global const ulong* in) {
  bool go = true;
  ulong n = 0;
  while (go) {
    n++;
    go--;
  }
  out[get_global_id(0)] = n;
}
//: bool_through_a_pointer = 0
static void flip(bool* c) { (*c)--; }
kernel void bool_through_a_pointer(global ulong* out, global const ulong* in) {
  bool c = in[1];
  flip(&c);
  out[get_global_id(0)] = c;
}
