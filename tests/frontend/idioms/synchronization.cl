// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: flags, orders and scopes that are no constants. idioms_test.cpp has the format.
//: options -cl-std=CL3.0 | -cl-std=CLC++2021

//: flags_parameter_of_a_helper = 10 0x8000000000000000 0x9e3779b97f4a7c15 5 0x10000000000 0xffffffffffffffff 7 3
static void meetAt(cl_mem_fence_flags f) { barrier(f); }
kernel void flags_parameter_of_a_helper(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  t[l] = in[l];
  meetAt(CLK_LOCAL_MEM_FENCE);
  out[l] = t[7 - l];
}
//: flags_chosen_by_an_argument = 10 0x8000000000000000 0x9e3779b97f4a7c15 5 0x10000000000 0xffffffffffffffff 7 3
kernel void flags_chosen_by_an_argument(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  t[l] = in[l];
  barrier(in[0] ? CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
  out[l] = t[7 - l];
}
//: flags_in_a_variable_of_a_loop = 3 7 0xffffffffffffffff 0x10000000000 5 0x9e3779b97f4a7c15 0x8000000000000000 10
kernel void flags_in_a_variable_of_a_loop(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  t[l] = in[l];
  for (uint i = 1; i < 3; ++i) {
    cl_mem_fence_flags f = i;
    barrier(f);
    ulong other = t[7 - l];
    barrier(f | CLK_LOCAL_MEM_FENCE);
    t[l] = other;
  }
  out[l] = t[l];
}
//: flags_and_scope_of_a_work_group_barrier = 10 0x8000000000000000 0x9e3779b97f4a7c15 5 0x10000000000 0xffffffffffffffff 7 3
static void meetIn(cl_mem_fence_flags f, memory_scope s) { work_group_barrier(f, s); }
kernel void flags_and_scope_of_a_work_group_barrier(global ulong* out, global const ulong* in) {
  size_t l = get_local_id(0);
  out[l] = in[l];
  meetIn(CLK_GLOBAL_MEM_FENCE, in[0] == 3 ? memory_scope_device : memory_scope_work_group);
  ulong other = out[7 - l];
  meetIn(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  out[l] = other;
}
//: flags_of_a_structure = 3
typedef struct { int pad; cl_mem_fence_flags flags; } Mode;
static void meetBy(Mode m) { barrier(m.flags); }
kernel void flags_of_a_structure(global ulong* out, global const ulong* in) {
  local ulong t;
  Mode m = { 1, CLK_LOCAL_MEM_FENCE };
  if (in[1] != 7) m.flags = CLK_GLOBAL_MEM_FENCE;
  if (get_local_id(0) == 5) t = in[0];
  meetBy(m);
  out[get_global_id(0)] = t;
}
//: flags_of_memory_fences = 7
static void fence(cl_mem_fence_flags f) { mem_fence(f); read_mem_fence(f); write_mem_fence(f); }
kernel void flags_of_memory_fences(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = in[1];
  fence(in[0] & 1 ? CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
}
//: flags_order_and_scope_of_a_fence = 7
kernel void flags_order_and_scope_of_a_fence(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = in[1];
  atomic_work_item_fence(in[0] & 1 ? CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE,
                         in[1] == 7 ? memory_order_acq_rel : memory_order_release,
                         in[2] ? memory_scope_work_group : memory_scope_device);
}
//: order_of_an_addition = 8 0 0 0 0 0 0 0
kernel void order_of_an_addition(global ulong* out, global const ulong* in) {
  atomic_fetch_add_explicit((global atomic_uint*)out, 1u, in[0] ? memory_order_acq_rel : memory_order_relaxed,
                            memory_scope_device);
}
//: scope_of_an_addition = 36 0 0 0 0 0 0 0
kernel void scope_of_an_addition(global ulong* out, global const ulong* in) {
  atomic_fetch_add_explicit((global atomic_ulong*)out, get_global_id(0) + 1, memory_order_relaxed,
                            in[0] == 3 ? memory_scope_device : memory_scope_work_group);
}
//: order_parameter_of_a_helper = 255 0 0 0 0 0 0 0
static void set(global atomic_int* p, int bits, memory_order o, memory_scope s) { atomic_fetch_or_explicit(p, bits, o, s); }
kernel void order_parameter_of_a_helper(global ulong* out, global const ulong* in) {
  set((global atomic_int*)out, 1 << get_local_id(0), in[1] > 3 ? memory_order_release : memory_order_seq_cst,
      memory_scope_device);
}
//: order_of_loads_and_stores = 5
kernel void order_of_loads_and_stores(global ulong* out, global const ulong* in) {
  global atomic_uint* p = (global atomic_uint*)(out + get_global_id(0));
  atomic_store_explicit(p, 5u, in[0] ? memory_order_release : memory_order_relaxed, memory_scope_device);
  uint v = atomic_load_explicit(p, in[0] ? memory_order_acquire : memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(p, v, memory_order_relaxed, memory_scope_device);
}
//: orders_of_an_exchange = 12
kernel void orders_of_an_exchange(global ulong* out, global const ulong* in) {
  global atomic_int* p = (global atomic_int*)(out + get_global_id(0));
  memory_order success = in[0] ? memory_order_acq_rel : memory_order_seq_cst;
  memory_order failure = in[1] ? memory_order_acquire : memory_order_relaxed;
  int expected = 0;
  bool first = atomic_compare_exchange_strong_explicit(p, &expected, 7, success, failure, memory_scope_device);
  bool second = atomic_compare_exchange_strong_explicit(p, &expected, 9, success, failure,
                                                        in[0] ? memory_scope_device : memory_scope_work_group);
  int old = atomic_exchange_explicit(p, 0, success, memory_scope_device);
  out[get_global_id(0)] = old + first * 5 + second * 100;
}
//: order_of_a_flag = 1
kernel void order_of_a_flag(global ulong* out, global const ulong* in) {
  global atomic_flag* p = (global atomic_flag*)(out + get_global_id(0));
  memory_order o = in[0] ? memory_order_relaxed : memory_order_acquire;
  bool first = atomic_flag_test_and_set_explicit(p, o, memory_scope_device);
  bool second = atomic_flag_test_and_set_explicit(p, o, memory_scope_device);
  atomic_flag_clear_explicit(p, memory_order_relaxed, in[0] ? memory_scope_device : memory_scope_work_group);
  out[get_global_id(0)] = second * 1 + first * 10;
}
//: order_of_local_atomics = 8
kernel void order_of_local_atomics(global ulong* out, global const ulong* in) {
  local atomic_int n;
  if (get_local_id(0) == 0) atomic_store_explicit(&n, 0, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&n, 1, in[0] ? memory_order_relaxed : memory_order_acq_rel,
                            in[1] ? memory_scope_work_group : memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = atomic_load_explicit(&n, memory_order_relaxed, memory_scope_work_group);
}

//: flags_of_a_sub_group_barrier = 3
kernel void flags_of_a_sub_group_barrier(global ulong* out, global const ulong* in) {
  sub_group_barrier(in[0] ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  sub_group_barrier((cl_mem_fence_flags)in[0], in[0] ? memory_scope_sub_group : memory_scope_work_group);
  out[get_global_id(0)] = in[0];
}
//: flags_with_images = 3
kernel void flags_with_images(global ulong* out, global const ulong* in) {
  work_group_barrier(in[0] ? CLK_IMAGE_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = in[0];
}
//: order_from_a_switch = 7
kernel void order_from_a_switch(global ulong* out, global const ulong* in) {
  memory_order o;
  switch (in[0]) {
    case 3: o = memory_order_release; break;
    default: o = memory_order_relaxed;
  }
  atomic_store_explicit((global atomic_int*)(out + get_global_id(0)), 7, o, memory_scope_device);
}
//: order_through_a_generic_pointer = 8
static int added(volatile atomic_int* p, memory_order o, memory_scope s) { return atomic_fetch_add_explicit(p, 8, o, s); }
kernel void order_through_a_generic_pointer(global ulong* out, global const ulong* in) {
  added((global atomic_int*)(out + get_global_id(0)), in[0] ? memory_order_relaxed : memory_order_seq_cst,
        in[0] ? memory_scope_device : memory_scope_work_group);
}

//: options -cl-std=CL1.2

//: flags_before_version_2 = 10 0x8000000000000000 0x9e3779b97f4a7c15 5 0x10000000000 0xffffffffffffffff 7 3
#define SYNC(f) barrier(f)
inline void meet(uint f) { SYNC(f); }
kernel void flags_before_version_2(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  t[l] = in[l];
  meet(in[0] > 2 ? 1 : 2);
  out[l] = t[7 - l];
}
//: flags_from_a_table = 7
constant uint table[2] = { CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE };
kernel void flags_from_a_table(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = in[1];
  barrier(table[in[0] & 1]);
  mem_fence(table[in[1] & 1]);
}
//: flags_of_old_fences = 7
kernel void flags_of_old_fences(global ulong* out, global const ulong* in) {
  uint f = (uint)in[0] & 3;
  read_mem_fence(f);
  out[get_global_id(0)] = in[1];
  write_mem_fence(f);
}
