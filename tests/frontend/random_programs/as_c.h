// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for generate.py's kernels in C with Clang extensions: the reference. The caller sets
// the work-item. Included once: no include guard.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
typedef ushort ushort4 __attribute__((ext_vector_type(4)));
typedef uchar uchar8 __attribute__((ext_vector_type(8)));
extern unsigned long workItem;
#define get_global_id(dimension) workItem
#define KERNEL
#define GLOBAL
#define INLINE static inline
#define UNROLL_HINT(n)
