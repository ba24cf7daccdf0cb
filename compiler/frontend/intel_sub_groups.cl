// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, embedded: the functions of cl_intel_subgroups and related extensions, which Clang's tables
// do not have. Included for programs that contain "intel" or that fail without it. llvm-spirv
// recognizes the functions by their names.
#ifdef cl_intel_subgroups

// Parameters have no names, or reserved ones, because macros of the options (-D) could replace
// others.
#define LANEWISE_SHUFFLES(type)                                           \
  type LANEWISE_FUNCTION intel_sub_group_shuffle(type, uint);             \
  type LANEWISE_FUNCTION intel_sub_group_shuffle_down(type, type, uint);  \
  type LANEWISE_FUNCTION intel_sub_group_shuffle_up(type, type, uint);    \
  type LANEWISE_FUNCTION intel_sub_group_shuffle_xor(type, uint);
#define LANEWISE_VECTOR_SHUFFLES(type)                                                    \
  LANEWISE_SHUFFLES(type) LANEWISE_SHUFFLES(type##2) LANEWISE_SHUFFLES(type##3)           \
  LANEWISE_SHUFFLES(type##4) LANEWISE_SHUFFLES(type##8) LANEWISE_SHUFFLES(type##16)
#define LANEWISE_BLOCK_IN(space, element, type, ending)                                   \
  type LANEWISE_FUNCTION intel_sub_group_block_read##ending(const space element*);        \
  void LANEWISE_FUNCTION intel_sub_group_block_write##ending(space element*, type);
#ifdef cl_intel_subgroup_local_block_io
#define LANEWISE_BLOCK(element, type, ending)          \
  LANEWISE_BLOCK_IN(__global, element, type, ending)   \
  LANEWISE_BLOCK_IN(__local, element, type, ending)
#else
#define LANEWISE_BLOCK(element, type, ending) LANEWISE_BLOCK_IN(__global, element, type, ending)
#endif
#ifdef __opencl_c_read_write_images
#define LANEWISE_IMAGE_BLOCK(type, ending)                                                  \
  type LANEWISE_FUNCTION intel_sub_group_block_read##ending(read_only image2d_t, int2);         \
  type LANEWISE_FUNCTION intel_sub_group_block_read##ending(read_write image2d_t, int2);        \
  void LANEWISE_FUNCTION intel_sub_group_block_write##ending(write_only image2d_t, int2, type); \
  void LANEWISE_FUNCTION intel_sub_group_block_write##ending(read_write image2d_t, int2, type);
#else
#define LANEWISE_IMAGE_BLOCK(type, ending)                                              \
  type LANEWISE_FUNCTION intel_sub_group_block_read##ending(read_only image2d_t, int2); \
  void LANEWISE_FUNCTION intel_sub_group_block_write##ending(write_only image2d_t, int2, type);
#endif
#define LANEWISE_BOTH_BLOCKS(element, type, ending) \
  LANEWISE_BLOCK(element, type, ending) LANEWISE_IMAGE_BLOCK(type, ending)
#define LANEWISE_BLOCKS(type, ending)                                                         \
  LANEWISE_BOTH_BLOCKS(type, type, ending) LANEWISE_BOTH_BLOCKS(type, type##2, ending##2)     \
  LANEWISE_BOTH_BLOCKS(type, type##4, ending##4) LANEWISE_BOTH_BLOCKS(type, type##8, ending##8)
#define LANEWISE_LARGE_BLOCKS(type, ending) \
  LANEWISE_BLOCKS(type, ending) LANEWISE_BOTH_BLOCKS(type, type##16, ending##16)
#define LANEWISE_FUNCTION __attribute__((__overloadable__, __convergent__))

LANEWISE_VECTOR_SHUFFLES(float)
LANEWISE_VECTOR_SHUFFLES(int)
LANEWISE_VECTOR_SHUFFLES(uint)
LANEWISE_SHUFFLES(long)
LANEWISE_SHUFFLES(ulong)
#ifdef cl_khr_fp16
LANEWISE_SHUFFLES(half)
#endif
#ifdef cl_khr_fp64
LANEWISE_SHUFFLES(double)
#endif

LANEWISE_BLOCKS(uint, )
LANEWISE_BLOCKS(uint, _ui)

#ifdef cl_intel_subgroups_char
LANEWISE_VECTOR_SHUFFLES(char)
LANEWISE_VECTOR_SHUFFLES(uchar)
LANEWISE_LARGE_BLOCKS(uchar, _uc)
#endif

#ifdef cl_intel_subgroups_short
LANEWISE_VECTOR_SHUFFLES(short)
LANEWISE_VECTOR_SHUFFLES(ushort)
LANEWISE_LARGE_BLOCKS(ushort, _us)
#endif

#ifdef cl_intel_subgroups_long
LANEWISE_BLOCKS(ulong, _ul)
#endif

// 8 and 16 bits, with names of their own: the functions without "intel_" accept these types, too.
#if defined(cl_intel_subgroups_char) || defined(cl_intel_subgroups_short)
#define intel_sub_group_broadcast sub_group_broadcast
#define intel_sub_group_reduce_add sub_group_reduce_add
#define intel_sub_group_reduce_min sub_group_reduce_min
#define intel_sub_group_reduce_max sub_group_reduce_max
#define intel_sub_group_scan_exclusive_add sub_group_scan_exclusive_add
#define intel_sub_group_scan_exclusive_min sub_group_scan_exclusive_min
#define intel_sub_group_scan_exclusive_max sub_group_scan_exclusive_max
#define intel_sub_group_scan_inclusive_add sub_group_scan_inclusive_add
#define intel_sub_group_scan_inclusive_min sub_group_scan_inclusive_min
#define intel_sub_group_scan_inclusive_max sub_group_scan_inclusive_max
#endif

// Nothing is fetched in advance, as by prefetch().
#ifdef cl_intel_subgroup_buffer_prefetch
#define LANEWISE_PREFETCH(type, ending)                                          \
  inline __attribute__((__internal_linkage__, __overloadable__, __always_inline__)) void \
  intel_sub_group_block_prefetch##ending(const __global type* __lanewise_address) {}
#define LANEWISE_PREFETCHES(type, ending)                                    \
  LANEWISE_PREFETCH(type, ending) LANEWISE_PREFETCH(type, ending##2)         \
  LANEWISE_PREFETCH(type, ending##4) LANEWISE_PREFETCH(type, ending##8)
LANEWISE_PREFETCHES(uchar, _uc)
LANEWISE_PREFETCH(uchar, _uc16)
LANEWISE_PREFETCHES(ushort, _us)
LANEWISE_PREFETCH(ushort, _us16)
LANEWISE_PREFETCHES(uint, _ui)
LANEWISE_PREFETCHES(ulong, _ul)
#undef LANEWISE_PREFETCHES
#undef LANEWISE_PREFETCH
#endif

#undef LANEWISE_FUNCTION
#undef LANEWISE_LARGE_BLOCKS
#undef LANEWISE_BLOCKS
#undef LANEWISE_BLOCK
#undef LANEWISE_BOTH_BLOCKS
#undef LANEWISE_IMAGE_BLOCK
#undef LANEWISE_BLOCK_IN
#undef LANEWISE_VECTOR_SHUFFLES
#undef LANEWISE_SHUFFLES
#endif
