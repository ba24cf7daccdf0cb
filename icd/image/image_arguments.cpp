// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the checks is that of the errors in the specification: flags, format, description,
// sizes, host pointer.
#include "icd/image/image_arguments.h"

#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/base/constant_names.h"
#include "runtime/context/device_limit.h"
#include "runtime/device/extension_lists.h"

#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace lanewise::icd {
namespace {

std::string formatText(const cl_image_format& format) {
  return "channel order " + hexText(format.image_channel_order) + " with data type " +
         hexText(format.image_channel_data_type);
}

/// Formats of the specification and its extensions that formats.def does not have.
constexpr cl_image_format kOtherFormats[] = {
    {CL_DEPTH_STENCIL, CL_UNORM_INT24},
    {CL_DEPTH_STENCIL, CL_FLOAT},
};

bool isOtherFormat(const cl_image_format& format) {
  return std::ranges::any_of(kOtherFormats, [&](const cl_image_format& other) {
    return other.image_channel_order == format.image_channel_order &&
           other.image_channel_data_type == format.image_channel_data_type;
  });
}

Status sizeError(const char* name, size_t value, size_t most) {
  return {CL_INVALID_IMAGE_SIZE, std::string(name) + " " + std::to_string(value) +
                                     " is not in [1, " + std::to_string(most) + "]"};
}

Status invalidDescription(std::string message) {
  return {CL_INVALID_IMAGE_DESCRIPTOR, std::move(message)};
}

/// The object that image_desc names, or null.
Result<MemObject*> parentOf(const Context& context, const cl_image_desc& description) {
  if (!description.mem_object) {
    // A 1D image buffer without a buffer.
    if (description.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return std::unexpected(invalidDescription("a 1D image buffer requires mem_object"));
    return nullptr;
  }
  MemObject* const parent = toObject<MemObject>(description.mem_object);
  // Not a memory object, or one of a different context.
  if (!parent || &parent->context() != &context)
    return std::unexpected(invalidDescription("mem_object is not an object of the context"));
  if (parent->type() != CL_MEM_OBJECT_BUFFER && !parent->image())
    return std::unexpected(invalidDescription("mem_object is neither a buffer nor an image"));
  // An image that is no 2D image, or an image of another type over an image.
  if (parent->image() &&
      (parent->type() != CL_MEM_OBJECT_IMAGE2D || description.image_type != CL_MEM_OBJECT_IMAGE2D))
    return std::unexpected(invalidDescription("only 2D images can be created from 2D images"));
  return parent;
}

/// CL_INVALID_IMAGE_DESCRIPTOR: levels or samples that images do not have.
Status checkLevels(const cl_image_desc& description, const ImageArguments& arguments,
                   const MemObject* parent, bool isRaw) {
  // Multi-sampled images are those of other APIs only.
  if (description.num_samples)
    return invalidDescription("num_samples " + std::to_string(description.num_samples) +
                              " is not 0");
  if (description.num_mip_levels <= 1) return {};
  // Levels after one of a single texel are like it: the specification names no limit, and the
  // conformance tests create them.
  if (description.num_mip_levels > images::kMostLevels)
    return invalidDescription("num_mip_levels " + std::to_string(description.num_mip_levels) +
                              " exceeds " + std::to_string(images::kMostLevels));
  // Levels of memory that the application lays out, or of raw texels.
  if (parent || arguments.hostPointer || arguments.isExternal || isRaw)
    return invalidDescription("mipmapped images have memory of their own and whole bytes");
  return {};
}

/// What rows are a multiple of: texels, or bytes where texels share them.
size_t alignedBytes(const images::Format& format) {
  return format.texelBytes ? format.texelBytes : 1;
}

/// Formats that kernels cannot write, and widths of raw types.
Status checkReadOnly(const ImageArguments& arguments, const ImageDescription& image,
                     const images::Format& format, const MemObject* parent) {
  const cl_mem_flags flags =
      parent ? inheritedFlags(arguments.flags, parent->flags()) : arguments.flags;
  // The image may be written.
  if (mayBeWritten(flags) && !isWritable(format))
    return {CL_IMAGE_FORMAT_NOT_SUPPORTED,
            "unsupported: " + formatText(*arguments.format) + " without CL_MEM_READ_ONLY"};
  if (format.texelBytes) return {};
  // The last texels of a row share bytes with the next one.
  const size_t texels = images::blockOf(format).texels;
  if (image.width % texels)
    return {CL_INVALID_IMAGE_SIZE, "image_width " + std::to_string(image.width) +
                                       " is not a multiple of " + std::to_string(texels)};
  return {};
}

/// Pitches that the application gives. `code` is the error for images of their own memory.
Status checkPitches(const cl_image_desc& description, const ImageDescription& image,
                    const images::Format& format, const ImageArguments& arguments,
                    const MemObject* parent) {
  const size_t rowPitch = description.image_row_pitch, slicePitch = description.image_slice_pitch;
  const bool overBuffer = parent && !parent->image();
  const cl_int code = overBuffer ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : arguments.pitchError;
  const auto wrong = [&](const char* name, size_t pitch, const std::string& why) -> Status {
    return {code, std::string(name) + " " + std::to_string(pitch) + " " + why};
  };
  // A pitch without memory of the application.
  if (!arguments.hostPointer && !parent && !arguments.isExternal) {
    if (rowPitch) return wrong("image_row_pitch", rowPitch, "with host_ptr null");
    if (slicePitch) return wrong("image_slice_pitch", slicePitch, "with host_ptr null");
    return {};
  }
  size_t rowBytes = bytesOf(format, image.width);
  const size_t elementBytes = alignedBytes(format);
  if (rowPitch) {
    // The pitch is less than a row, or texels of the next row are at other places of a texel.
    if (rowPitch < rowBytes || rowPitch % elementBytes)
      return wrong("image_row_pitch", rowPitch,
                   "is less than the " + std::to_string(rowBytes) +
                       " bytes of a row or not a multiple of the element size " +
                       std::to_string(elementBytes));
    rowBytes = rowPitch;
  }
  if (!slicePitch || !hasSlices(image.type)) return {};
  size_t sliceBytes = rowBytes;
  const bool wraps = image.height && __builtin_mul_overflow(rowBytes, image.height, &sliceBytes);
  // The pitch is less than a slice, or no whole number of rows.
  if (wraps || slicePitch < sliceBytes || slicePitch % rowBytes)
    return wrong("image_slice_pitch", slicePitch,
                 "is less than the " + std::to_string(sliceBytes) +
                     " bytes of a slice or not a multiple of the row pitch " +
                     std::to_string(rowBytes));
  return {};
}

/// The channel orders of which one image can be seen as the other.
bool compatible(cl_channel_order a, cl_channel_order b) {
  constexpr std::pair<cl_channel_order, cl_channel_order> kPairs[] = {
      {CL_sBGRA, CL_BGRA}, {CL_sRGBA, CL_RGBA}, {CL_sRGB, CL_RGB}, {CL_sRGBx, CL_RGBx}};
  const auto* const pair = std::ranges::find_if(kPairs, [&](const auto& orders) {
    return (orders.first == a && orders.second == b) || (orders.first == b && orders.second == a);
  });
  return a == b || pair != std::end(kPairs) || (a == CL_DEPTH && b == CL_R);
}

/// A 2D image over another one: the same but for the channel order.
Status checkView(const ImageDescription& image, const cl_image_desc& description,
                 const ImageDescription& parent) {
  // Another data type, or an order that is not compatible.
  if (image.format.image_channel_data_type != parent.format.image_channel_data_type ||
      !compatible(image.format.image_channel_order, parent.format.image_channel_order))
    return {CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, formatText(image.format) +
                                                    " is not compatible with the image's " +
                                                    formatText(parent.format)};
  // Another size or pitch. (The pitch may be left out.)
  if (image.width != parent.width || image.height != parent.height ||
      (description.image_row_pitch && description.image_row_pitch != parent.rowPitch) ||
      description.num_mip_levels != parent.mipLevels)
    return invalidDescription("image_desc differs from that of mem_object");
  return {};
}

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the buffer's memory begins where no texel may.
Status checkBase(const MemObject& buffer, const images::Format& format) {
  if (reinterpret_cast<uintptr_t>(buffer.data()) % alignmentOf(format) == 0) return {};
  return {CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the buffer's host_ptr is not aligned to " +
                                                  std::to_string(alignmentOf(format)) + " bytes"};
}

/// The errors of flags, for an image of its own memory or over a parent.
Status checkFlags(const ImageArguments& arguments, const MemObject* parent) {
  // Flags that allow more than those of mem_object, or for host memory.
  if (parent) {
    TRY_STATUS(checkDerivedFlags(arguments.flags, parent->flags()));
    // An image that is not immutable, over an object that is.
    if ((parent->flags() & CL_MEM_IMMUTABLE_EXT) && !(arguments.flags & CL_MEM_IMMUTABLE_EXT))
      return {CL_INVALID_VALUE, "flags " + hexText(arguments.flags) +
                                    " of an image over an immutable object have no "
                                    "CL_MEM_IMMUTABLE_EXT"};
    return {};
  }
  TRY_STATUS(checkImageFlags(arguments.flags));
  constexpr cl_mem_flags kHostPointer =
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  // Flags for host memory, and a handle of external memory.
  if (arguments.isExternal && (arguments.flags & kHostPointer))
    return {CL_INVALID_VALUE, "flags " + hexText(arguments.flags) +
                                  " for host memory, with a handle of external memory"};
  return checkImmutableContents(arguments.flags, arguments.isExternal);
}

}  // namespace

Status checkImageSupport(Context& context) {
  if (extensionLists().hasImages) return {};
  return limitedBy(context, DeviceKey::images, {CL_INVALID_OPERATION, "unsupported: images"});
}

Status checkImageFlags(cl_mem_flags flags) { return checkBufferFlags(flags); }

Status checkFormatFlags(cl_mem_flags flags) {
  // This flag is for queries only, beside any access.
  constexpr cl_mem_flags kQuery = CL_MEM_KERNEL_READ_AND_WRITE;
  return checkImageFlags(flags & ~kQuery);
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

bool mayBeWritten(cl_mem_flags flags) {
  return !(flags & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT));
}

bool isWritable(const images::Format& format) {
  return format.texelBytes && (!format.isSrgb || extensionLists().hasSrgbWrites);
}

size_t alignmentOf(const images::Format& format) {
  const size_t bytes = alignedBytes(format);
  return bytes & -bytes;
}

Result<images::Format> checkFormat(const cl_image_format* format, cl_mem_object_type type) {
  // image_format is null.
  if (!format) return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is null");
  const std::optional<images::Format> found = findFormat(*format);
  // No combination of the specification.
  if (!found && !isOtherFormat(*format))
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, formatText(*format) + " is no format");
  // The device does not have the format, or not for the type of image.
  if (!found || !hasFormat(type, *found))
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED,
                "unsupported: " + formatText(*format) + " for images of type " + hexText(type));
  return *found;
}

Result<ImageDescription> checkSizes(const Device& device, const cl_image_desc& description) {
  ImageDescription image{.type = description.image_type, .width = description.image_width};
  const bool is3D = image.type == CL_MEM_OBJECT_IMAGE3D;
  if (is3D || image.type == CL_MEM_OBJECT_IMAGE2D || image.type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
    image.height = description.image_height;
  if (is3D) image.depth = description.image_depth;
  if (isImageArray(image.type)) image.arraySize = description.image_array_size;
  const auto valid = [](size_t size, size_t most) { return size >= 1 && size <= most; };
  const size_t most = is3D ? Device::kMaxImage3DSize : Device::kMaxImageSize;
  const size_t widest =
      image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? device.maxImageBufferTexels() : most;
  // A size is 0 or exceeds the limit of the device.
  if (!valid(image.width, widest))
    return std::unexpected(sizeError("image_width", image.width, widest));
  if ((is3D || image.type == CL_MEM_OBJECT_IMAGE2D || image.type == CL_MEM_OBJECT_IMAGE2D_ARRAY) &&
      !valid(image.height, most))
    return std::unexpected(sizeError("image_height", image.height, most));
  if (is3D && !valid(image.depth, most))
    return std::unexpected(sizeError("image_depth", image.depth, most));
  if (isImageArray(image.type) && !valid(image.arraySize, Device::kMaxImageLayers))
    return std::unexpected(sizeError("image_array_size", image.arraySize, Device::kMaxImageLayers));
  return image;
}

Result<CheckedImage> checkImage(const Context& context, const ImageArguments& arguments) {
  const cl_image_desc* const description = arguments.description;
  // A description that is null or of no type of images.
  const bool described = description && isImageType(description->image_type);
  MemObject* const named =
      described && description->mem_object ? toObject<MemObject>(description->mem_object) : nullptr;
  TRY_STATUS(checkFlags(arguments, named));
  TRY(const images::Format format,
      checkFormat(arguments.format, described ? description->image_type : CL_MEM_OBJECT_IMAGE2D));
  if (!described)
    return std::unexpected(invalidDescription(
        description ? "image_type " + hexText(description->image_type) + " is not a type of images"
                    : "image_desc is null"));
  TRY(MemObject* const parent, parentOf(context, *description));
  TRY(ImageDescription image, checkSizes(*context.devices().front(), *description));
  image.format = *arguments.format;
  TRY_STATUS(checkReadOnly(arguments, image, format, parent));
  TRY_STATUS(checkLevels(*description, arguments, parent, format.texelBytes == 0));
  image.mipLevels = description->num_mip_levels;
  TRY_STATUS(checkPitches(*description, image, format, arguments, parent));
  image.rowPitch = description->image_row_pitch;
  image.slicePitch = hasSlices(image.type) ? description->image_slice_pitch : 0;
  if (parent && parent->image()) {
    TRY_STATUS(checkView(image, *description, parent->image()->description));
    image.rowPitch = parent->image()->description.rowPitch;
  } else if (parent) {
    TRY_STATUS(checkBase(*parent, format));
  }
  // host_ptr is null and a flag requires it, or host_ptr is given and no flag uses it.
  const bool takesPointer = arguments.flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (takesPointer != (arguments.hostPointer != nullptr))
    return fail(CL_INVALID_HOST_PTR,
                takesPointer ? "host_ptr is null"
                             : "host_ptr requires CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR");
  return CheckedImage{image, parent};
}

}  // namespace lanewise::icd
