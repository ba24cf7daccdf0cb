// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of what creates an image: cl_image_format, cl_image_desc, flags and host pointer.
#pragma once

#include "runtime/context/context.h"
#include "runtime/memory/image.h"

namespace lanewise::icd {

/// CL_INVALID_OPERATION: no device of the context supports images.
Status checkImageSupport(Context& context);

/// CL_INVALID_VALUE for flags that clCreateImage does not know or that exclude each other.
Status checkImageFlags(cl_mem_flags flags);

/// CL_INVALID_VALUE for flags that queries of formats do not know.
Status checkFormatFlags(cl_mem_flags flags);

/// One of the types of images.
bool isImageType(cl_mem_object_type type);

/// The format. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: null, or no combination of the specification.
/// CL_IMAGE_FORMAT_NOT_SUPPORTED: one that the device does not have, or not for `type`.
Result<images::Format> checkFormat(const cl_image_format* format, cl_mem_object_type type);

/// Whether kernels may write images with these flags.
bool mayBeWritten(cl_mem_flags flags);

/// Whether kernels of this device can write images of the format: not raw types, and sRGB only with
/// cl_khr_srgb_image_writes.
bool isWritable(const images::Format& format);

struct ImageArguments {
  cl_mem_flags flags;
  const cl_image_format* format;
  const cl_image_desc* description;
  void* hostPointer;
  bool isExternal = false;
  /// The code for pitches that do not fit.
  cl_int pitchError = CL_INVALID_IMAGE_DESCRIPTOR;
};
/// What to create, and over which object, if any.
struct CheckedImage {
  ImageDescription description;
  MemObject* parent;
};
/// All checks but those of the property list.
Result<CheckedImage> checkImage(const Context& context, const ImageArguments& arguments);

/// Sizes that the type has, from `description`. CL_INVALID_IMAGE_SIZE: 0 or above the limits.
Result<ImageDescription> checkSizes(const Device& device, const cl_image_desc& description);

/// In bytes, of images over buffers: rows begin where texels may.
size_t alignmentOf(const images::Format& format);

}  // namespace lanewise::icd
