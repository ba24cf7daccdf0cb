// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, embedded: functions of cl_khr_subgroup_named_barrier. OpenCL defines named barriers in
// SPIR-V only; the names are those of Intel's compiler for GPUs. Included for programs that name one.
// compiler/admit/named_barriers.h has the functions that these call.
#if defined(cl_khr_subgroup_named_barrier) && !defined(LANEWISE_NAMED_BARRIERS) && \
    (defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200)
#define LANEWISE_NAMED_BARRIERS

#define LANEWISE_FUNCTION \
  static inline __attribute__((__overloadable__, __convergent__, __always_inline__))

typedef struct __lanewise_named_barrier NamedBarrier_t;

__attribute__((__convergent__)) __local NamedBarrier_t* __lanewise_named_barrier_initialize(
    unsigned int) __asm__("lanewise_named_barrier_initialize");
// Operands: the scope and the semantics of SPIR-V.
__attribute__((__convergent__)) void __lanewise_named_barrier_wait(
    __local NamedBarrier_t*, unsigned int, unsigned int) __asm__("lanewise_named_barrier_wait");

/// All work-items of the work-group make the barrier, for this number of sub-groups.
LANEWISE_FUNCTION __local NamedBarrier_t* named_barrier_init(int __lanewise_count) {
  return __lanewise_named_barrier_initialize(__lanewise_count);
}

/// Waits until that many sub-groups have come.
LANEWISE_FUNCTION void work_group_named_barrier(__local NamedBarrier_t* __lanewise_barrier,
                                                cl_mem_fence_flags __lanewise_flags,
                                                memory_scope __lanewise_scope) {
  // Sequentially consistent, for the memory of these flags.
  const unsigned int __lanewise_semantics = ((__lanewise_flags & CLK_LOCAL_MEM_FENCE) ? 0x100 : 0) |
                                            ((__lanewise_flags & CLK_GLOBAL_MEM_FENCE) ? 0x200 : 0);
  const unsigned int __lanewise_spirv_scope = __lanewise_scope == memory_scope_work_item    ? 4
                                              : __lanewise_scope == memory_scope_sub_group  ? 3
                                              : __lanewise_scope == memory_scope_work_group ? 2
                                              : __lanewise_scope == memory_scope_device     ? 1
                                                                                            : 0;
  __lanewise_named_barrier_wait(__lanewise_barrier, __lanewise_spirv_scope,
                                __lanewise_semantics ? __lanewise_semantics | 0x10 : 0);
}

LANEWISE_FUNCTION void work_group_named_barrier(__local NamedBarrier_t* __lanewise_barrier,
                                                cl_mem_fence_flags __lanewise_flags) {
  work_group_named_barrier(__lanewise_barrier, __lanewise_flags, memory_scope_work_group);
}

#undef LANEWISE_FUNCTION
#endif
