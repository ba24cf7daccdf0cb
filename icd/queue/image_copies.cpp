// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of copies and fills of images.
#include "icd/queue/image_copies.h"

#include "icd/handles.h"
#include "icd/image/image_arguments.h"
#include "icd/queue/buffer_copies.h"
#include "icd/validate.h"
#include "runtime/memory/fill_color.h"

#include <utility>

namespace lanewise::icd {
namespace {

std::string placed(const char* name, unsigned index, size_t value) {
  return std::string(name) + "[" + std::to_string(index) + "] " + std::to_string(value);
}

/// The texels of the part side by side, as buffers have them.
ByteRect denseRect(std::byte* begin, const ByteRect& part) {
  const auto& [rowBytes, rows, slices] = part.region;
  return {begin, part.region, rowBytes, rowBytes * rows};
}

}  // namespace

Result<MemObject*> imageOf(cl_mem handle, Context& context) {
  TRY_STATUS(checkImageSupport(context));
  TRY(MemObject & image, get<MemObject>(handle));
  // A memory object that is not an image.
  if (!image.image()) return fail(CL_INVALID_MEM_OBJECT);
  // An image of a different context.
  if (&image.context() != &context) return fail(CL_INVALID_CONTEXT);
  return &image;
}

Result<ImagePart> partOf(const MemObject& object, const char* originName, const size_t* origin,
                         const size_t* region) {
  const Image& image = *object.image();
  const images::ImageDescriptor& descriptor = image.descriptor;
  const unsigned coordinates = descriptor.coordinates;
  TRY_STATUS(checkGiven(originName, origin));
  TRY_STATUS(checkGiven("region", region));
  ImagePart part;
  // Levels follow the coordinates of the image.
  if (image.isMipmapped()) {
    if (origin[coordinates] >= descriptor.levels)
      return fail(CL_INVALID_MIP_LEVEL, placed(originName, coordinates, origin[coordinates]) +
                                            ": the image has " + std::to_string(descriptor.levels) +
                                            " levels");
    part.level = static_cast<unsigned>(origin[coordinates]);
  }
  for (unsigned i = 0; i < 3; ++i) {
    const bool isLevel = image.isMipmapped() && i == coordinates;
    // Coordinates that the image does not have are not 0, their sizes not 1.
    if (i >= coordinates && ((origin[i] != 0 && !isLevel) || region[i] != 1))
      return fail(CL_INVALID_VALUE, placed(originName, i, origin[i]) + " and " +
                                        placed("region", i, region[i]) + " of an image with " +
                                        std::to_string(coordinates) + " coordinates");
    const size_t first = i < coordinates ? origin[i] : 0;
    // An empty region, or one that leaves the image.
    if (region[i] == 0 || !inside(first, region[i], descriptor.level[part.level].extent[i]))
      return fail(CL_INVALID_VALUE, placed(originName, i, first) + " + " +
                                        placed("region", i, region[i]) +
                                        " is empty or exceeds the image's " +
                                        std::to_string(descriptor.level[part.level].extent[i]));
    // A part of a block of texels, which share bytes with the others.
    if (const unsigned texels = image.block().texels;
        i == 0 && (first % texels || region[0] % texels))
      return fail(CL_INVALID_VALUE, placed(originName, 0, first) + " or " +
                                        placed("region", 0, region[0]) + " is not a multiple of " +
                                        std::to_string(texels) + " texels");
    part.origin[i] = first;
    part.region[i] = region[i];
  }
  return part;
}

Result<std::unique_ptr<Command>> imageCopyCommand(Context& context, Device& device, cl_mem source,
                                                  cl_mem target, const size_t* sourceOrigin,
                                                  const size_t* targetOrigin,
                                                  const size_t* region) {
  TRY(MemObject* const from, imageOf(source, context));
  TRY(MemObject* const to, imageOf(target, context));
  const cl_image_format &fromFormat = from->image()->description.format,
                        &toFormat = to->image()->description.format;
  // The formats differ.
  if (fromFormat.image_channel_order != toFormat.image_channel_order ||
      fromFormat.image_channel_data_type != toFormat.image_channel_data_type)
    return fail(CL_IMAGE_FORMAT_MISMATCH);
  TRY(const ImagePart read, partOf(*from, "src_origin", sourceOrigin, region));
  TRY(const ImagePart written, partOf(*to, "dst_origin", targetOrigin, region));
  const ByteRect fromRect = bytesOf(*from->image(), read), toRect = bytesOf(*to->image(), written);
  // Both parts share texels of one memory.
  if (&from->root() == &to->root() && overlap(fromRect, toRect))
    return fail(CL_MEM_COPY_OVERLAP, "the source and the destination region overlap");
  TRY_STATUS(checkWritable(*to));
  return makeRectCopy(CL_COMMAND_COPY_IMAGE, device, {toRect, to}, {fromRect, from});
}

Result<std::unique_ptr<Command>> bufferImageCopyCommand(Context& context, Device& device,
                                                        cl_mem imageHandle, cl_mem bufferHandle,
                                                        bool toBuffer, const size_t* origin,
                                                        const size_t* region, size_t offsetBytes) {
  TRY(MemObject* const image, imageOf(imageHandle, context));
  TRY(MemObject* const buffer, bufferOf(bufferHandle, context));
  // A 1D image buffer over this buffer.
  if (image->type() == CL_MEM_OBJECT_IMAGE1D_BUFFER && image->parent() == buffer)
    return fail(CL_INVALID_MEM_OBJECT, "the 1D image buffer is created from the buffer");
  TRY(const ImagePart part, partOf(*image, toBuffer ? "src_origin" : "dst_origin", origin, region));
  const ByteRect inImage = bytesOf(*image->image(), part);
  // Before the address is computed, which must not overflow.
  TRY_STATUS(checkRegion(*buffer, offsetBytes, denseRect(buffer->data(), inImage).spanBytes()));
  const ByteRect inBuffer = denseRect(buffer->data() + offsetBytes, inImage);
  TRY_STATUS(checkWritable(toBuffer ? *buffer : *image));
  const RectSide imageSide{inImage, image}, bufferSide{inBuffer, buffer};
  if (toBuffer) return makeRectCopy(CL_COMMAND_COPY_IMAGE_TO_BUFFER, device, bufferSide, imageSide);
  return makeRectCopy(CL_COMMAND_COPY_BUFFER_TO_IMAGE, device, imageSide, bufferSide);
}

Result<std::unique_ptr<Command>> imageFillCommand(Context& context, Device& device, cl_mem handle,
                                                  const void* color, const size_t* origin,
                                                  const size_t* region) {
  TRY(MemObject* const image, imageOf(handle, context));
  TRY_STATUS(checkGiven("fill_color", color));
  TRY(const ImagePart part, partOf(*image, "origin", origin, region));
  TRY_STATUS(checkWritable(*image));
  const images::Format& format = image->image()->descriptor.format;
  const std::array<std::byte, 16> texels = blockOf(format, color);
  return makeRectFill(device, {bytesOf(*image->image(), part), image},
                      std::span(texels).first(images::blockOf(format).bytes));
}

}  // namespace lanewise::icd
