// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: memory objects whose storage has the descriptor that kernels read (images/layout.h). The
// texels lie in rows, rows in slices or layers, levels of detail one behind the other, all in host
// memory. The caller of the functions that create has checked flags, sizes, pitches and formats.
#pragma once

#include "images/formats.h"
#include "runtime/memory/byte_rect.h"
#include "runtime/memory/mem_object.h"

#include <CL/cl.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewise {

class Device;

/// What an image is, in the terms of cl_image_desc.
struct ImageDescription {
  cl_mem_object_type type = 0;
  cl_image_format format{};
  /// In texels; 0 if the type has no such size.
  size_t width = 0, height = 0, depth = 0, arraySize = 0;
  /// In bytes, of the first level. The slice pitch of 1D images, image buffers and 2D images is 0.
  size_t rowPitch = 0, slicePitch = 0;
  cl_uint mipLevels = 0;  // as given: 0 and 1 mean one level
};

/// What MemObject::image() returns.
struct Image {
  ImageDescription description;
  images::ImageDescriptor descriptor;

  bool isMipmapped() const { return descriptor.levels > 1; }
  images::Block block() const { return images::blockOf(descriptor.format); }
};

/// The row of formats.def; nothing if there is none.
std::optional<images::Format> findFormat(const cl_image_format& format);
cl_image_format apiFormat(const images::Format& format);
/// False for Depth and types of images that have no such format, and for types of channels whose
/// extension the device does not have.
bool hasFormat(cl_mem_object_type type, const images::Format& format);

bool isImageArray(cl_mem_object_type type);
/// Slices of a 3D image or layers of an array: the type has a slice pitch.
bool hasSlices(cl_mem_object_type type);
/// 1 to 3: the coordinates of a texel, that of layers included.
unsigned imageCoordinates(cl_mem_object_type type);

/// Fills in pitches that are 0. They may be of an application: CL_INVALID_IMAGE_SIZE if the size
/// exceeds the address space. Returns the bytes of all levels.
Result<size_t> layOut(ImageDescription& description, const images::Format& format);
/// The bytes of texels side by side, which are a whole number of blocks.
size_t bytesOf(const images::Format& format, size_t texels);

/// A part of one level. Layers are y of a 1D array, z of a 2D array.
struct ImagePart {
  unsigned level = 0;
  std::array<size_t, 3> origin{}, region{};  // texels
};
/// \pre The part lies in the image.
ByteRect bytesOf(const Image& image, const ImagePart& part);
/// Bytes between rows of a level, or from its row to the end of it where there is one per layer.
size_t rowPitchOf(const Image& image, unsigned level);

/// Copies from `hostPointer` for CL_MEM_COPY_HOST_PTR, uses it for CL_MEM_USE_HOST_PTR.
/// CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_IMAGE_SIZE.
Result<MemObject*> createImage(Context& context, cl_mem_flags flags, ImageDescription description,
                               void* hostPointer, std::vector<cl_mem_properties> properties);
/// An image over the bytes of a buffer or of another image. CL_INVALID_IMAGE_SIZE if they are too
/// few.
Result<MemObject*> createImageOver(MemObject& parent, cl_mem_flags flags,
                                   ImageDescription description,
                                   std::vector<cl_mem_properties> properties);
/// As createExternalBuffer(); CL_INVALID_IMAGE_SIZE if the image exceeds the address space.
Result<MemObject*> createExternalImage(Context& context, cl_mem_flags flags,
                                       ImageDescription description, int file,
                                       std::optional<std::vector<Ref<Device>>> devices,
                                       std::vector<cl_mem_properties> properties);

}  // namespace lanewise
