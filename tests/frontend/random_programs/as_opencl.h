// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of generate.py's kernels in OpenCL C and C++ for OpenCL.
#define KERNEL kernel
#define GLOBAL global
#define INLINE static inline
#define UNROLL_HINT(n) __attribute__((opencl_unroll_hint(n)))
