// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, embedded: the functions of cl_intel_split_work_group_barrier, which Clang's tables do not
// have. Included for programs that name one. llvm-spirv recognizes them by their names.
#ifdef cl_intel_split_work_group_barrier

void __attribute__((__overloadable__, __convergent__)) intel_work_group_barrier_arrive(cl_mem_fence_flags);
void __attribute__((__overloadable__, __convergent__)) intel_work_group_barrier_wait(cl_mem_fence_flags);
// OpenCL C 1.x has no scopes.
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
void __attribute__((__overloadable__, __convergent__)) intel_work_group_barrier_arrive(
    cl_mem_fence_flags, memory_scope);
void __attribute__((__overloadable__, __convergent__)) intel_work_group_barrier_wait(
    cl_mem_fence_flags, memory_scope);
#endif

#endif
