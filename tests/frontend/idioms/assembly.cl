// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: inline assembly that any x86-64 processor has, with constraints that name no register of it.
// idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021 | -g

//: no_operation = 3
kernel void no_operation(global ulong* out, global const ulong* in) {
  __asm__ volatile("nop");
  out[get_global_id(0)] = in[0];
}
//: move = 3 7 0xffffffffffffffff 0x10000000000 5 0x9e3779b97f4a7c15 0x8000000000000000 10
kernel void move(global ulong* out, global const ulong* in) {
  ulong x = in[get_global_id(0)], y;
  __asm__("mov %1, %0" : "=r"(y) : "r"(x));
  out[get_global_id(0)] = y;
}
//: add_in_place = 3 8 1 0x10000000003 9 0x9e3779b97f4a7c1a 0x8000000000000006 17
kernel void add_in_place(global ulong* out, global const ulong* in) {
  ulong x = in[get_global_id(0)];
  __asm__("add %1, %0" : "+r"(x) : "r"((ulong)get_global_id(0)) : "cc");
  out[get_global_id(0)] = x;
}
//: add_of_ints = 3 8 1 3 9 0x7f4a7c1a 6 17
kernel void add_of_ints(global ulong* out, global const ulong* in) {
  uint x = (uint)in[get_global_id(0)], y;
  __asm__("lea (%q1,%q2), %k0" : "=r"(y) : "r"(x), "r"((uint)get_global_id(0)));
  out[get_global_id(0)] = y;
}
//: constant_operand = 10 14 6 0x10000000007 12 0x9e3779b97f4a7c1c 0x8000000000000007 17
kernel void constant_operand(global ulong* out, global const ulong* in) {
  ulong x = in[get_global_id(0)];
  __asm__("add %1, %0" : "+r"(x) : "i"(7) : "cc");
  out[get_global_id(0)] = x;
}
//: shared_operand = 6 14 0xfffffffffffffffe 0x20000000000 10 0x3c6ef372fe94f82a 0 20
kernel void shared_operand(global ulong* out, global const ulong* in) {
  ulong y;
  __asm__("shl $1, %0" : "=r"(y) : "0"(in[get_global_id(0)]) : "cc");
  out[get_global_id(0)] = y;
}
//: two_results = 7
kernel void two_results(global ulong* out, global const ulong* in) {
  ulong a;
  uint b;
  __asm__("mov $3, %0\n\tmov $4, %1" : "=&r"(a), "=r"(b));
  out[get_global_id(0)] = a + b;
}
//: result_in_memory = 3 4 5 6 7 8 9 10
kernel void result_in_memory(global ulong* out, global const ulong* in) {
  ulong x;
  __asm__("movq %1, %0" : "=m"(x) : "r"((ulong)get_global_id(0) + 3));
  out[get_global_id(0)] = x;
}
//: global_memory = 4 8 0 0x10000000001 6 0x9e3779b97f4a7c16 0x8000000000000001 11
kernel void global_memory(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = in[i];
  __asm__ volatile("incq %0" : "+m"(out[i]) : : "cc", "memory");
}
//: local_memory = 1 2 3 4 5 6 7 8
kernel void local_memory(global ulong* out, global const ulong* in) {
  local int a[8];
  size_t i = get_local_id(0);
  a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  __asm__ volatile("incl %0" : "+m"(a[7 - i]) : : "cc");
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[i];
}
//: through_a_pointer = 3 7 0xffffffffffffffff 0x10000000000 5 0x9e3779b97f4a7c15 0x8000000000000000 10
kernel void through_a_pointer(global ulong* out, global const ulong* in) {
  ulong y;
  __asm__ volatile("mov (%1), %0" : "=r"(y) : "r"(in + get_global_id(0)) : "memory");
  out[get_global_id(0)] = y;
}
//: for_active_work_items_only = 0 1 0 1 0 1 0 1
kernel void for_active_work_items_only(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = 0;
  if (i & 1) __asm__ volatile("incq (%0)" : : "r"(out + i) : "cc", "memory");
}
//: not_for_a_pointer_that_is_null = 3 0 0xffffffffffffffff 0 5 0 0x8000000000000000 0
kernel void not_for_a_pointer_that_is_null(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  global const ulong* p = i & 1 ? 0 : in + i;
  ulong r = 0;
  if (p) __asm__("mov (%1), %0" : "=r"(r) : "r"(p));
  out[i] = r;
}
//: not_for_a_pointer_that_is_null_for_all = 1
kernel void not_for_a_pointer_that_is_null_for_all(global ulong* out, global const ulong* in) {
  global const ulong* p = in[0] == 3 ? 0 : in;
  ulong r = 1;
  if (get_global_id(0) < in[0] && p) __asm__("mov (%1), %0" : "=r"(r) : "r"(p));
  out[get_global_id(0)] = r;
}
//: once_for_each_work_item = 8
kernel void once_for_each_work_item(global ulong* out, global const ulong* in) {
  local ulong sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __asm__ volatile("lock incq %0" : "+m"(sum) : : "cc", "memory");
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
//: once_across_a_barrier = 2
kernel void once_across_a_barrier(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = 0;
  ulong one;
  __asm__ volatile("incq (%1)\n\tmov $1, %0" : "=&r"(one) : "r"(out + i) : "cc", "memory");
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] += one;
}
//: in_a_divergent_loop = 0 1 3 6 10 15 21 28
kernel void in_a_divergent_loop(global ulong* out, global const ulong* in) {
  int i = get_global_id(0), s = 0;
  for (int n = 0; n <= i; ++n) __asm__ volatile("addl %1, %0" : "+r"(s) : "r"(n) : "cc");
  out[i] = s;
}
//: with_a_local_label = 1 0 1 0 1 0 1 0
kernel void with_a_local_label(global ulong* out, global const ulong* in) {
  uint i = get_global_id(0), r;
  __asm__("mov $1, %0\n\ttest $1, %1\n\tjz 1f\n\tmov $0, %0\n1:" : "=&r"(r) : "r"(i) : "cc");
  out[i] = r;
}
//: of_a_float = 0x3f800000 0x40000000
kernel void of_a_float(global ulong* out, global const ulong* in) {
  float f = get_global_id(0) ? 2.0f : 1.0f, g;
  __asm__("mov %1, %0" : "=r"(g) : "r"(f));
  out[get_global_id(0)] = as_uint(g);
}
//: of_bytes_and_shorts = 0x1234
kernel void of_bytes_and_shorts(global ulong* out, global const ulong* in) {
  uchar high = 0x12, low = 0x34;
  ushort both;
  __asm__("movzbw %b1, %w0\n\tshl $8, %w0\n\tmovb %b2, %b0" : "=&r"(both) : "r"(high), "r"(low) : "cc");
  out[get_global_id(0)] = both;
}
//: of_a_vector_in_memory = 10 2
kernel void of_a_vector_in_memory(global ulong* out, global const ulong* in) {
  uint4 v = (uint4)(1, 2, 3, 4);
  __asm__("movl $10, %0" : "+m"(v));
  out[get_global_id(0)] = get_global_id(0) & 1 ? v.y : v.x;
}
//: in_a_function = 5 6 7 8 9 10 11 12
ulong five_more(ulong x) {
  __asm__("lea 5(%0), %0" : "+r"(x));
  return x;
}
kernel void in_a_function(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = five_more(get_global_id(0));
}
//: of_two_types = 3 4 5 6 7 8 9 10
kernel void of_two_types(global ulong* out, global const ulong* in) {
  uint i = get_global_id(0);
  ulong j = 3;
  __asm__("add %1, %0" : "+r"(i) : "r"(1u) : "cc");
  __asm__("add %1, %0" : "+r"(j) : "r"((ulong)i - 1) : "cc");
  out[get_global_id(0)] = j;
}
//: a_constraint_of_one_processor fails inline assembly with the constraint 'x'
kernel void a_constraint_of_one_processor(global ulong* out, global const ulong* in) {
  float f = 1;
  __asm__("nop" : : "x"(f));
}
//: an_instruction_that_no_processor_has fails inline assembly: 'frobnicate'
kernel void an_instruction_that_no_processor_has(global ulong* out, global const ulong* in) {
  __asm__ volatile("frobnicate");
}
//: an_operand_that_does_not_fit fails inline assembly: 'mov
kernel void an_operand_that_does_not_fit(global ulong* out, global const ulong* in) {
  uint x;
  __asm__("mov %1, %0" : "=r"(x) : "r"(in[0]));
  out[0] = x;
}
//: a_label_twice fails inline assembly: 'here: nop': symbol 'here' is already defined
kernel void a_label_twice(global ulong* out, global const ulong* in) {
  __asm__ volatile("here: nop");
  __asm__ volatile("here: nop" : : : "memory");
}
//: a_register_for_a_vector fails inline assembly: couldn't allocate
kernel void a_register_for_a_vector(global ulong* out, global const ulong* in) {
  ulong8 v = in[0];
  __asm__ volatile("nop" : : "r"(v));
}
//: a_label_without_a_place fails inline assembly: Undefined temporary symbol
kernel void a_label_without_a_place(global ulong* out, global const ulong* in) {
  __asm__ volatile("jmp 1f");
}
//: a_symbol_of_nobody fails error: inline assembly: linking failed: ld.lld: error: undefined symbol: foo_bar, in kernel 'a_symbol_of_nobody'
kernel void a_symbol_of_nobody(global ulong* out, global const ulong* in) {
  __asm__ volatile("call foo_bar");
}
//: a_variable_as_a_constant fails inline assembly: constraint 'n' expects an integer constant
kernel void a_variable_as_a_constant(global ulong* out, global const ulong* in) {
  ulong x = in[0];
  __asm__ volatile("nop" : : "n"(x));
}
//: a_file fails inline assembly that reads files
kernel void a_file(global ulong* out, global const ulong* in) {
  __asm__ volatile(".incbin \"/etc/hostname\"");
}
