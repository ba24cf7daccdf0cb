// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for generate.py's kernels in OpenCL C and C++ for OpenCL.
// Included once: no include guard.
#define KERNEL kernel
#define GLOBAL global
#define INLINE static inline
#define UNROLL_HINT(n) __attribute__((opencl_unroll_hint(n)))
