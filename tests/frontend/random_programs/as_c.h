// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of generate.py's kernels in Clang's C: the reference. The caller sets the work-item.
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
