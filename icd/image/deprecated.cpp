// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateImage2D and clCreateImage3D of OpenCL 1.0.
#include "icd/entry.h"
#include "icd/image/create_image.h"

using namespace lanewise;
using namespace lanewise::icd;

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* image_format, size_t image_width,
                                   size_t image_height, size_t image_row_pitch, void* host_ptr,
                                   cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(Context & in, get<Context>(context));
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = image_width;
    description.image_height = image_height;
    description.image_row_pitch = image_row_pitch;
    return icd::createImage(in, nullptr,
                            {.flags = flags,
                             .format = image_format,
                             .description = &description,
                             .hostPointer = host_ptr,
                             .pitchError = CL_INVALID_IMAGE_SIZE});
  });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* image_format, size_t image_width,
                                   size_t image_height, size_t image_depth, size_t image_row_pitch,
                                   size_t image_slice_pitch, void* host_ptr, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(Context & in, get<Context>(context));
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE3D;
    description.image_width = image_width;
    description.image_height = image_height;
    // A depth of 1 is one of clCreateImage only; 0 is invalid there, too.
    description.image_depth = image_depth > 1 ? image_depth : 0;
    description.image_row_pitch = image_row_pitch;
    description.image_slice_pitch = image_slice_pitch;
    return icd::createImage(in, nullptr,
                            {.flags = flags,
                             .format = image_format,
                             .description = &description,
                             .hostPointer = host_ptr,
                             .pitchError = CL_INVALID_IMAGE_SIZE});
  });
}
