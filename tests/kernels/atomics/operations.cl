// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every atomic operation on global and on local memory, alone and contended.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// Work-item i applies operation i to its own cell: out receives the old value, cells the new one.
#define OLD(type, space, name)                                                               \
  void name(volatile space type *cell, type operand, int which, global type *out) {          \
    switch (which) {                                                                         \
      case 0: *out = atomic_add(cell, operand); break;                                       \
      case 1: *out = atomic_sub(cell, operand); break;                                       \
      case 2: *out = atomic_xchg(cell, operand); break;                                      \
      case 3: *out = atomic_inc(cell); break;                                                \
      case 4: *out = atomic_dec(cell); break;                                                \
      case 5: *out = atomic_cmpxchg(cell, (type)100, operand); break;                        \
      case 6: *out = atomic_cmpxchg(cell, (type)101, operand); break;                        \
      case 7: *out = atomic_min(cell, operand); break;                                       \
      case 8: *out = atomic_max(cell, operand); break;                                       \
      case 9: *out = atomic_and(cell, operand); break;                                       \
      case 10: *out = atomic_or(cell, operand); break;                                       \
      case 11: *out = atomic_xor(cell, operand); break;                                      \
    }                                                                                        \
  }

#define KERNELS(type)                                                                            \
  OLD(type, global, onGlobal_##type)                                                             \
  OLD(type, local, onLocal_##type)                                                               \
  kernel void global_##type(global type *cells, global type *out, type operand) {                \
    const int i = get_global_id(0);                                                              \
    onGlobal_##type(cells + i, operand, i, out + i);                                             \
  }                                                                                              \
  kernel void local_##type(global type *cells, global type *out, type operand,                   \
                           local type *scratch) {                                                \
    const int i = get_local_id(0);                                                               \
    scratch[i] = cells[i];                                                                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    onLocal_##type(scratch + i, operand, i, out + i);                                            \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    cells[i] = scratch[i];                                                                       \
  }
KERNELS(int)
KERNELS(uint)

// The C11 forms, 32 and 64 bits.
#define FETCH(type, space, cell, which, operand, out)                                             \
  switch (which) {                                                                                \
    case 0: *(out) = atomic_fetch_add(cell, operand); break;                                      \
    case 1: *(out) = atomic_fetch_sub(cell, operand); break;                                      \
    case 2: *(out) = atomic_exchange(cell, operand); break;                                       \
    case 3: *(out) = atomic_fetch_add_explicit(cell, (type)1, memory_order_relaxed); break;             \
    case 4:                                                                                       \
      *(out) = atomic_fetch_sub_explicit(cell, (type)1, memory_order_acq_rel, memory_scope_device);     \
      break;                                                                                      \
    case 5: {                                                                                     \
      type expected = 100;                                                                        \
      atomic_compare_exchange_strong(cell, &expected, operand);                                   \
      *(out) = expected;                                                                          \
      break;                                                                                      \
    }                                                                                             \
    case 6: {                                                                                     \
      type expected = 101;                                                                        \
      while (expected == 101 &&                                                                   \
             !atomic_compare_exchange_weak_explicit(cell, &expected, operand,                     \
                                                    memory_order_acq_rel, memory_order_relaxed,   \
                                                    memory_scope_work_group)) {                   \
      }                                                                                           \
      *(out) = expected;                                                                          \
      break;                                                                                      \
    }                                                                                             \
    case 7: *(out) = atomic_fetch_min(cell, operand); break;                                      \
    case 8: *(out) = atomic_fetch_max(cell, operand); break;                                      \
    case 9: *(out) = atomic_fetch_and(cell, operand); break;                                      \
    case 10: *(out) = atomic_fetch_or(cell, operand); break;                                      \
    case 11: *(out) = atomic_fetch_xor(cell, operand); break;                                     \
  }

#define C11(type)                                                                                \
  kernel void c11_global_##type(global atomic_##type *cells, global type *out, type operand) {   \
    const int i = get_global_id(0);                                                              \
    FETCH(type, global, cells + i, i, operand, out + i)                                          \
  }                                                                                              \
  kernel void c11_local_##type(global type *cells, global type *out, type operand,               \
                               local atomic_##type *scratch) {                                   \
    const int i = get_local_id(0);                                                               \
    atomic_init(scratch + i, cells[i]);                                                          \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                                     \
    FETCH(type, local, scratch + i, i, operand, out + i)                                         \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                                     \
    cells[i] = atomic_load_explicit(scratch + i, memory_order_relaxed);                          \
  }
C11(int)
C11(uint)
C11(long)
C11(ulong)

kernel void contended(global int *sums, global const int *in, local int *group) {
  const int i = get_global_id(0), lid = get_local_id(0);
  if (lid == 0) group[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(group, in[i]);
  atomic_add(&sums[0], in[i]);
  atomic_max(&sums[1], in[i]);
  atomic_min(&sums[2], in[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) atomic_add(&sums[3], group[0]);
}

// All work-items but some apply operation `which` to one cell, and keep what they found.
#define ONE_CELL(cell, type)                                                                         \
  switch (which) {                                                                               \
    case 0: out[i] = atomic_fetch_add_explicit(cell, x, memory_order_relaxed); break;            \
    case 1: out[i] = atomic_fetch_sub_explicit(cell, x, memory_order_relaxed); break;            \
    case 2: out[i] = atomic_exchange_explicit(cell, x, memory_order_relaxed); break;             \
    case 3: out[i] = atomic_fetch_add_explicit(cell, (type)1, memory_order_relaxed); break;      \
    case 7: out[i] = atomic_fetch_min_explicit(cell, x, memory_order_relaxed); break;            \
    case 8: out[i] = atomic_fetch_max_explicit(cell, x, memory_order_relaxed); break;            \
    case 9: out[i] = atomic_fetch_and_explicit(cell, x, memory_order_relaxed); break;            \
    case 10: out[i] = atomic_fetch_or_explicit(cell, x, memory_order_relaxed); break;            \
    case 11: out[i] = atomic_fetch_xor_explicit(cell, x, memory_order_relaxed); break;           \
  }
#define ONE(type)                                                                                \
  kernel void one_global_##type(global atomic_##type *cell, global const type *in,               \
                                global type *out, int which) {                                   \
    const int i = get_global_id(0);                                                              \
    const type x = in[i];                                                                        \
    if (i % 7 != 3) ONE_CELL(cell, type)                                                               \
  }                                                                                              \
  kernel void one_local_##type(global type *total, global const type *in, global type *out,      \
                               int which) {                                                      \
    local atomic_##type cell;                                                                    \
    const int i = get_global_id(0);                                                              \
    const type x = in[i];                                                                        \
    if (i == 0) atomic_init(&cell, total[0]);                                                    \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                                     \
    if (i % 7 != 3) ONE_CELL(&cell, type)                                                              \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                                     \
    if (i == 0) total[0] = atomic_load_explicit(&cell, memory_order_relaxed);                    \
  }
ONE(int)
ONE(uint)
ONE(ulong)

// Every work-item gets its own ticket.
kernel void tickets(global atomic_int *next, global int *owner) {
  owner[atomic_fetch_add(next, 1)] += 1;
}

// A floating-point sum with compare and exchange.
kernel void sumByExchange(volatile global uint *bits, float value) {
  uint old = *bits, assumed;
  do {
    assumed = old;
    old = atomic_cmpxchg(bits, assumed, as_uint(as_float(assumed) + value));
  } while (old != assumed);
}

kernel void flagsAndFloats(global atomic_flag *flag, global atomic_float *real, global int *out) {
  out[0] = atomic_flag_test_and_set(flag);
  out[1] = atomic_flag_test_and_set(flag);
  atomic_flag_clear(flag);
  out[2] = atomic_flag_test_and_set(flag);
  out[3] = (int)(10 * atomic_exchange(real, 2.5f));
  out[4] = (int)(10 * atomic_load(real));
  atomic_store_explicit(real, 4.5f, memory_order_release);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  out[5] = (int)(10 * atomic_load_explicit(real, memory_order_acquire, memory_scope_device));
}
