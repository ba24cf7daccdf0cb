// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, embedded: the functions of cl_khr_extended_async_copies and
// cl_khr_async_work_group_copy_fence, which SPIR-V does not have: copies of lines, and nothing.
// Included for programs that name one. Parameters have reserved names, because macros of the
// options (-D) could replace others.
#define LANEWISE_FUNCTION \
  inline __attribute__((__internal_linkage__, __overloadable__, __convergent__, __always_inline__))

#ifdef cl_khr_extended_async_copies
// Offsets, lengths of lines and areas of planes are in elements of __lanewise_size bytes.
#define LANEWISE_COPIES(target, source)                                                            \
  LANEWISE_FUNCTION event_t async_work_group_copy_3D3D(                                            \
      target void* __lanewise_target, size_t __lanewise_target_offset,                             \
      const source void* __lanewise_source, size_t __lanewise_source_offset,                       \
      size_t __lanewise_size, size_t __lanewise_elements, size_t __lanewise_lines,                 \
      size_t __lanewise_planes, size_t __lanewise_source_line, size_t __lanewise_source_plane,     \
      size_t __lanewise_target_line, size_t __lanewise_target_plane, event_t __lanewise_event) {   \
    for (size_t __lanewise_z = 0; __lanewise_z < __lanewise_planes; ++__lanewise_z)                \
      for (size_t __lanewise_y = 0; __lanewise_y < __lanewise_lines; ++__lanewise_y)               \
        __lanewise_event = async_work_group_copy(                                                  \
            (target uchar*)__lanewise_target +                                                     \
                (__lanewise_target_offset + __lanewise_z * __lanewise_target_plane +               \
                 __lanewise_y * __lanewise_target_line) * __lanewise_size,                         \
            (const source uchar*)__lanewise_source +                                               \
                (__lanewise_source_offset + __lanewise_z * __lanewise_source_plane +               \
                 __lanewise_y * __lanewise_source_line) * __lanewise_size,                         \
            __lanewise_elements * __lanewise_size, __lanewise_event);                              \
    return __lanewise_event;                                                                       \
  }                                                                                                \
  LANEWISE_FUNCTION event_t async_work_group_copy_2D2D(                                            \
      target void* __lanewise_target, size_t __lanewise_target_offset,                             \
      const source void* __lanewise_source, size_t __lanewise_source_offset,                       \
      size_t __lanewise_size, size_t __lanewise_elements, size_t __lanewise_lines,                 \
      size_t __lanewise_source_line, size_t __lanewise_target_line, event_t __lanewise_event) {    \
    return async_work_group_copy_3D3D(__lanewise_target, __lanewise_target_offset,                 \
                                      __lanewise_source, __lanewise_source_offset,                 \
                                      __lanewise_size, __lanewise_elements, __lanewise_lines, 1,   \
                                      __lanewise_source_line, 0, __lanewise_target_line, 0,        \
                                      __lanewise_event);                                           \
  }

LANEWISE_COPIES(__local, __global)
LANEWISE_COPIES(__global, __local)
#undef LANEWISE_COPIES
#endif

#ifdef cl_khr_async_work_group_copy_fence
/// One work-item makes all copies of its work-group, one after another: they are ordered.
LANEWISE_FUNCTION void async_work_group_copy_fence(cl_mem_fence_flags __lanewise_flags) {}
#endif

#undef LANEWISE_FUNCTION
