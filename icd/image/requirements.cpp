// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetImageRequirementsInfoEXT: what images require of the buffers below them, and their limits.
#include "icd/entry.h"
#include "icd/image/create_image.h"
#include "icd/info.h"
#include "runtime/base/constant_names.h"

#include <CL/cl_ext.h>

#include <fcntl.h>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

constexpr size_t kMostTexelBytes = 16;

/// What the query may know of the image: either may be missing.
struct Query {
  const Device& device;
  std::optional<images::Format> format;
  const cl_image_desc* description;

  /// 0 if no type is given.
  cl_mem_object_type type() const { return description ? description->image_type : 0; }
  /// That of the format, else one that is right for all.
  size_t alignment() const { return format ? alignmentOf(*format) : kMostTexelBytes; }
};

/// CL_INVALID_IMAGE_DESCRIPTOR: the type is known and has no such size.
Status checkHas(const Query& query, std::initializer_list<cl_mem_object_type> types) {
  if (query.type() == 0) return {};
  for (cl_mem_object_type type : types)
    if (type == query.type()) return {};
  return {CL_INVALID_IMAGE_DESCRIPTOR,
          "images of type " + hexText(query.type()) + " have no such size"};
}

/// The widest image of the type; of an unknown one the least of all.
size_t mostWidth(const Query& query) {
  switch (query.type()) {
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return query.device.maxImageBufferTexels();
    case 0:
    case CL_MEM_OBJECT_IMAGE3D: return Device::kMaxImage3DSize;
    default: return Device::kMaxImageSize;
  }
}

/// CL_INVALID_IMAGE_DESCRIPTOR: clCreateImage does not accept the sizes. \pre There are some.
Result<ImageDescription> checkedSizes(const Query& query) {
  auto image = checkSizes(query.device, *query.description);
  if (!image) return fail(CL_INVALID_IMAGE_DESCRIPTOR, std::string(image.error().message()));
  return image;
}

/// The bytes of a buffer below the image. CL_INVALID_VALUE: format or description is missing; the
/// error of checkedSizes().
Result<size_t> requiredBytes(const Query& query) {
  if (!query.format || !query.description)
    return fail(CL_INVALID_VALUE, "the size requires image_format and image_desc");
  TRY(ImageDescription image, checkedSizes(query));
  image.rowPitch = query.description->image_row_pitch;
  image.slicePitch = query.description->image_slice_pitch;
  return layOut(image, *query.format);
}

Status writeRequirement(const Query& query, cl_image_requirements_info_ext name, InfoWriter info) {
  switch (name) {
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
      // Sizes do not matter, but those that are given may not be wrong.
      if (query.type() != 0)
        if (const auto sizes = checkedSizes(query); !sizes) return sizes.error();
      return info.write<size_t>(query.alignment());
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT: {
      TRY(const size_t sizeBytes, requiredBytes(query));
      return info.write<size_t>(sizeBytes);
    }
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT: return info.write<cl_uint>(cl_uint(mostWidth(query)));
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
      TRY_STATUS(checkHas(
          query, {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}));
      return info.write<cl_uint>(cl_uint(mostWidth(query)));
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
      TRY_STATUS(checkHas(query, {CL_MEM_OBJECT_IMAGE3D}));
      return info.write<cl_uint>(cl_uint(Device::kMaxImage3DSize));
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
      TRY_STATUS(checkHas(query, {CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY}));
      return info.write<cl_uint>(cl_uint(Device::kMaxImageLayers));
  }
  return unknownName(name);
}

}  // namespace

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(
    cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
    const cl_image_format* image_format, const cl_image_desc* image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size, void* param_value,
    size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & in, get<Context>(context));
    TRY_STATUS(checkImageSupport(in));
    ExternalProperties read{in};
    std::vector<cl_mem_properties> list;
    TRY_STATUS(readImageProperties(properties, read, list));
    // A handle that is no open file.
    if (read.file && fcntl(*read.file, F_GETFD) == -1)
      return {CL_INVALID_PROPERTY, std::to_string(*read.file) + " is not a file descriptor"};
    TRY_STATUS(checkFormatFlags(flags));
    // A type that is not one of images. (0 stands for all of them.)
    if (image_desc && image_desc->image_type && !isImageType(image_desc->image_type))
      return {CL_INVALID_IMAGE_DESCRIPTOR,
              "image_type " + hexText(image_desc->image_type) + " is not a type of images"};
    Query query{*in.devices().front(), std::nullopt, image_desc};
    if (image_format) {
      const cl_mem_object_type type = query.type() ? query.type() : CL_MEM_OBJECT_IMAGE2D;
      TRY(query.format, checkFormat(image_format, type));
    }
    return writeRequirement(query, param_name,
                            InfoWriter(param_value_size, param_value, param_value_size_ret));
  });
}
