// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Image formats. No device supports images, so the lists are empty.
#include "icd/entry.h"
#include "icd/validate.h"
#include "runtime/base/constant_names.h"
#include "runtime/context/context.h"

#include <CL/cl.h>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

Status checkFormatFlags(cl_mem_flags flags) {
  constexpr cl_mem_flags kAccess =
      CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_KERNEL_READ_AND_WRITE;
  constexpr cl_mem_flags kOther = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR |
                                  CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
                                  CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  // A flag that does not apply to images.
  return checkKnown("flags", flags, kAccess | kOther);
}

bool isImageType(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D: return true;
    default: return false;
  }
}

}  // namespace

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                              cl_mem_object_type image_type, cl_uint num_entries,
                                              cl_image_format* image_formats,
                                              cl_uint* num_image_formats) {
  return entry(__func__, [&]() -> Status {
    TRY(const Context& in, get<Context>(context));
    (void)in;
    TRY_STATUS(checkFormatFlags(flags));
    // Not one of the image types.
    if (!isImageType(image_type))
      return {CL_INVALID_VALUE, "image_type " + hexText(image_type) + " is not a type of images"};
    // Space for a list of formats, but zero entries.
    if (num_entries == 0 && image_formats)
      return {CL_INVALID_VALUE, "image_formats is not null, but num_entries is 0"};
    if (num_image_formats) *num_image_formats = 0;
    return {};
  });
}
