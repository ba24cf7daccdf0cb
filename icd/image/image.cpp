// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: clCreateImage(WithProperties), clGetImageInfo, clGetSupportedImageFormats.
#include "runtime/memory/image.h"
#include "icd/entry.h"
#include "icd/image/create_image.h"
#include "icd/info.h"
#include "icd/memory/external_properties.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/base/constant_names.h"
#include "runtime/context/context.h"
#include "runtime/device/extension_lists.h"

#include <CL/cl.h>

#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_mem_properties;

constexpr PropertyRow<Word, ExternalProperties> kProperties[] = {
    {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, "CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR", takeFile},
    {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, "CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR", takeFile},
    {CL_MEM_DEVICE_HANDLE_LIST_KHR, "CL_MEM_DEVICE_HANDLE_LIST_KHR", takeDevices,
     PropertyValue::List},
};

/// Writes the first `space` formats of images of that type to `formats` and returns the number of
/// all. Kernels may read and write each, but for sRGB on devices without its extension. Raw formats
/// are not listed: programs take texels of listed formats for whole numbers of bytes, the
/// conformance tests among them.
cl_uint writeFormats(cl_mem_flags flags, cl_mem_object_type type, cl_uint space,
                     cl_image_format* formats) {
  cl_uint count = 0;
  if (!extensionLists().hasImages) return count;
  for (const images::Format& format : images::kFormats) {
    if (!hasFormat(type, format)) continue;
    if (mayBeWritten(flags) && !isWritable(format)) continue;
    if (count < space) formats[count] = apiFormat(format);
    ++count;
  }
  return count;
}

/// CL_IMAGE_ELEMENT_SIZE. Of texels that share bytes, the bytes that hold one.
size_t elementBytes(const images::Format& format) {
  return format.texelBytes ? format.texelBytes : sizeof(uint16_t);
}

}  // namespace

Status icd::readImageProperties(const Word* properties, ExternalProperties& read,
                                std::vector<Word>& list) {
  TRY(list, readPropertyList(properties, kProperties, CL_INVALID_PROPERTY, read));
  return checkExternal(read);
}

Result<MemObject*> icd::createImage(Context& context, const Word* properties,
                                    ImageArguments arguments) {
  TRY_STATUS(checkImageSupport(context));
  ExternalProperties read{context};
  std::vector<Word> list;
  TRY_STATUS(readImageProperties(properties, read, list));
  arguments.isExternal = read.file.has_value();
  TRY(CheckedImage image, checkImage(context, arguments));
  if (image.parent)
    return createImageOver(*image.parent, arguments.flags, image.description, std::move(list));
  if (!read.file)
    return lanewise::createImage(context, arguments.flags, image.description, arguments.hostPointer,
                                 std::move(list));
  // The file cannot be mapped (CL_INVALID_PROPERTY) or is shorter (CL_INVALID_BUFFER_SIZE).
  return createExternalImage(context, arguments.flags, image.description, *read.file,
                             std::move(read.devices), std::move(list));
}

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                 const cl_image_format* image_format,
                                 const cl_image_desc* image_desc, void* host_ptr,
                                 cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(Context & in, get<Context>(context));
    return icd::createImage(in, nullptr,
                            {.flags = flags,
                             .format = image_format,
                             .description = image_desc,
                             .hostPointer = host_ptr});
  });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                               const cl_mem_properties* properties,
                                               cl_mem_flags flags,
                                               const cl_image_format* image_format,
                                               const cl_image_desc* image_desc, void* host_ptr,
                                               cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(Context & in, get<Context>(context));
    return icd::createImage(in, properties,
                            {.flags = flags,
                             .format = image_format,
                             .description = image_desc,
                             .hostPointer = host_ptr});
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(const MemObject& self, get<MemObject>(image));
    // A memory object that is not an image.
    if (!self.image()) return CL_INVALID_MEM_OBJECT;
    const ImageDescription& facts = self.image()->description;
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_IMAGE_FORMAT: return info.write<cl_image_format>(facts.format);
      case CL_IMAGE_ELEMENT_SIZE:
        return info.write<size_t>(elementBytes(self.image()->descriptor.format));
      case CL_IMAGE_ROW_PITCH: return info.write<size_t>(facts.rowPitch);
      case CL_IMAGE_SLICE_PITCH: return info.write<size_t>(facts.slicePitch);
      case CL_IMAGE_WIDTH: return info.write<size_t>(facts.width);
      case CL_IMAGE_HEIGHT: return info.write<size_t>(facts.height);
      case CL_IMAGE_DEPTH: return info.write<size_t>(facts.depth);
      case CL_IMAGE_ARRAY_SIZE: return info.write<size_t>(facts.arraySize);
      case CL_IMAGE_BUFFER: {
        MemObject* const parent = self.parent();
        return info.write<cl_mem>(parent && !parent->image() ? parent->handle() : nullptr);
      }
      case CL_IMAGE_NUM_MIP_LEVELS: return info.write<cl_uint>(facts.mipLevels);
      case CL_IMAGE_NUM_SAMPLES: return info.write<cl_uint>(0);
    }
    return unknownName(param_name);
  });
}

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
    const cl_uint count =
        writeFormats(flags, image_type, image_formats ? num_entries : 0, image_formats);
    if (num_image_formats) *num_image_formats = count;
    return {};
  });
}
