// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, embedded: functions of cl_intel_concurrent_dispatch. Included for programs that name one.
// compiler/admit/device_barriers.h has the functions that these call.
#if defined(cl_intel_concurrent_dispatch) && !defined(LANEWISE_DEVICE_BARRIERS)
#define LANEWISE_DEVICE_BARRIERS

#define LANEWISE_FUNCTION \
  static inline __attribute__((__overloadable__, __convergent__, __always_inline__))

__attribute__((__convergent__)) void __lanewise_device_barrier(void) __asm__("lanewise_device_barrier");
bool __lanewise_is_concurrent(void) __asm__("lanewise_is_concurrent");

/// Whether each work-group has a thread of its own, all at the same time.
LANEWISE_FUNCTION bool intel_is_device_barrier_valid(void) { return __lanewise_is_concurrent(); }

/// Waits until all work-items of the launch have come. It orders all memory.
LANEWISE_FUNCTION void intel_device_barrier(cl_mem_fence_flags __lanewise_flags) {
  __lanewise_device_barrier();
}

// OpenCL C 1.x has no scopes.
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
LANEWISE_FUNCTION void intel_device_barrier(cl_mem_fence_flags __lanewise_flags,
                                            memory_scope __lanewise_scope) {
  __lanewise_device_barrier();
}
#endif

#undef LANEWISE_FUNCTION
#endif
