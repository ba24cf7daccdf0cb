// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of images in memory and their descriptors.
#include "runtime/memory/image.h"

#include "runtime/context/context.h"
#include "runtime/context/device_limit.h"
#include "runtime/device/extension_lists.h"
#include "runtime/memory/bulk_memory.h"
#include "runtime/memory/external_memory.h"
#include "runtime/memory/owned_memory.h"

#include <unistd.h>

#include <algorithm>
#include <ranges>
#include <type_traits>

namespace lanewise {
namespace {

/// The alignment of the first texel of each level but the first.
constexpr size_t kLevelAlignBytes = 64;
/// The numbers of formats.def are those of SPIR-V.
constexpr cl_uint kFirstOrder = 0x10B0, kFirstType = 0x10D0;

class ImageStorage final : public MemObject::Storage {
 public:
  explicit ImageStorage(ImageDescription description) : image_{description, {}} {}
  const ExternalMemory* external() const override { return memory ? memory->external() : nullptr; }
  const Image* image() const override { return &image_; }
  images::ImageDescriptor& descriptor() { return image_.descriptor; }
  void setHistory(const abi::CheckedObject& history) override;

  std::unique_ptr<MemObject::Storage> memory;  // null if the texels belong to someone else

 private:
  Image image_;
};

// Threads may enqueue launches together, and launches that run read it: they find what they had.
void ImageStorage::setHistory(const abi::CheckedObject& history) {
  images::AccessHistory& into = image_.descriptor.history;
  const auto set = [](auto*& member, auto value) {
    using Pointer = std::remove_reference_t<decltype(member)>;
    __atomic_store_n(&member, reinterpret_cast<Pointer>(value), __ATOMIC_RELAXED);
  };
  // Raw types: texels share bytes.
  if (!image_.descriptor.format.texelBytes) return;
  set(into.begin, history.base);
  set(into.reads, history.reads);
  set(into.writeSites, history.writeSites);
  set(into.readSites, history.readSites);
  set(into.writes, history.writes);
}

/// The texels of a level, in the order of coordinates; 1 where there is no such coordinate.
std::array<size_t, 3> extentOf(const ImageDescription& image, unsigned level) {
  const auto half = [&](size_t size) { return std::max<size_t>(size >> level, 1); };
  switch (image.type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return {half(image.width), 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: return {half(image.width), image.arraySize, 1};
    case CL_MEM_OBJECT_IMAGE2D: return {half(image.width), half(image.height), 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {half(image.width), half(image.height), image.arraySize};
    default: return {half(image.width), half(image.height), half(image.depth)};
  }
}

struct LevelPitches {
  size_t row, slice;  // between y and y + 1, between z and z + 1
};

/// The pitches of a level: those of the application for the first one, the smallest for the others.
LevelPitches pitchesOf(const ImageDescription& image, unsigned level,
                       const images::Format& format) {
  const std::array<size_t, 3> extent = extentOf(image, level);
  const size_t row = level == 0 ? image.rowPitch : bytesOf(format, extent[0]);
  if (level != 0 || image.slicePitch == 0) return {row, row * extent[1]};
  if (imageCoordinates(image.type) == 2) return {image.slicePitch, image.slicePitch * extent[1]};
  return {row, image.slicePitch};
}

unsigned levelsOf(const ImageDescription& image) { return std::max<cl_uint>(image.mipLevels, 1); }

size_t roundUp(size_t value, size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Bytes of a level; nothing if they exceed the address space.
std::optional<size_t> levelBytes(const ImageDescription& image, unsigned level,
                                 const images::Format& format) {
  const std::array<size_t, 3> extent = extentOf(image, level);
  const LevelPitches pitches = pitchesOf(image, level, format);
  const bool hasZ = extent[2] > 1 || imageCoordinates(image.type) == 3;
  size_t bytes = 0;
  if (__builtin_mul_overflow(hasZ ? pitches.slice : pitches.row, hasZ ? extent[2] : extent[1],
                             &bytes) ||
      bytes > size_t(PTRDIFF_MAX))
    return std::nullopt;
  return bytes;
}

void describe(const ImageDescription& image, const images::Format& format, std::byte* texels,
              images::ImageDescriptor& descriptor) {
  descriptor.format = format;
  descriptor.coordinates = static_cast<unsigned char>(imageCoordinates(image.type));
  descriptor.layerCoordinate = isImageArray(image.type)
                                   ? static_cast<unsigned char>(descriptor.coordinates - 1)
                                   : images::kNoLayers;
  descriptor.levels = static_cast<unsigned char>(levelsOf(image));
  for (unsigned level = 0; level < descriptor.levels; ++level) {
    images::Level& into = descriptor.level[level];
    const LevelPitches pitches = pitchesOf(image, level, format);
    into.texels = reinterpret_cast<unsigned char*>(texels);
    into.pitch[0] = pitches.row;
    into.pitch[1] = pitches.slice;
    std::ranges::copy(extentOf(image, level), into.extent);
    into.isSmall = isSmall(format, into);
    texels += roundUp(*levelBytes(image, level, format), kLevelAlignBytes);
  }
}

/// \pre The format exists and the pitches are set.
MemObject* make(Context& context, MemObject::Description object, ImageDescription image,
                std::unique_ptr<MemObject::Storage> memory) {
  auto storage = std::make_unique<ImageStorage>(image);
  describe(image, *findFormat(image.format), object.data, storage->descriptor());
  storage->memory = std::move(memory);
  object.type = image.type;
  object.argument = &storage->descriptor();
  object.storage = std::move(storage);
  return new MemObject(context, std::move(object));
}

}  // namespace

std::optional<images::Format> findFormat(const cl_image_format& format) {
  const auto isSame = [&](const images::Format& row) {
    const cl_image_format known = apiFormat(row);
    return known.image_channel_order == format.image_channel_order &&
           known.image_channel_data_type == format.image_channel_data_type;
  };
  const auto* const found = std::ranges::find_if(images::kFormats, isSame);
  if (found != images::kFormats.end()) return *found;
  const auto* const raw = std::ranges::find_if(images::kRawFormats, isSame);
  if (raw != images::kRawFormats.end()) return *raw;
  return std::nullopt;
}

cl_image_format apiFormat(const images::Format& format) {
  return {kFirstOrder + static_cast<cl_uint>(format.order),
          kFirstType + static_cast<cl_uint>(format.type)};
}

bool hasFormat(cl_mem_object_type type, const images::Format& format) {
  const std::string_view extension = images::extensionOf(format.type);
  if (!extension.empty() && !extensionLists().hasExtension(extension)) return false;
  return format.order != images::ChannelOrder::Depth || type == CL_MEM_OBJECT_IMAGE2D ||
         type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

bool isImageArray(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

bool hasSlices(cl_mem_object_type type) {
  return isImageArray(type) || type == CL_MEM_OBJECT_IMAGE3D;
}

unsigned imageCoordinates(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return 1;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D: return 2;
    default: return 3;
  }
}

size_t bytesOf(const images::Format& format, size_t texels) {
  const images::Block block = images::blockOf(format);
  return texels / block.texels * block.bytes;
}

Result<size_t> layOut(ImageDescription& image, const images::Format& format) {
  if (image.rowPitch == 0) image.rowPitch = bytesOf(format, image.width);
  size_t slicePitch = image.rowPitch;
  const bool wraps =
      image.height != 0 && __builtin_mul_overflow(image.rowPitch, image.height, &slicePitch);
  if (!hasSlices(image.type))
    image.slicePitch = 0;
  else if (image.slicePitch == 0)
    image.slicePitch = slicePitch;
  size_t sizeBytes = 0;
  bool fits = !wraps;
  for (unsigned level = 0; fits && level < levelsOf(image); ++level) {
    const std::optional<size_t> bytes = levelBytes(image, level, format);
    fits =
        bytes && !__builtin_add_overflow(roundUp(sizeBytes, kLevelAlignBytes), *bytes, &sizeBytes);
  }
  if (!fits) return fail(CL_INVALID_IMAGE_SIZE, "the image exceeds the address space");
  return sizeBytes;
}

ByteRect bytesOf(const Image& image, const ImagePart& part) {
  const images::Level& level = image.descriptor.level[part.level];
  const images::Format& format = image.descriptor.format;
  const size_t offset = bytesOf(format, part.origin[0]) + part.origin[1] * level.pitch[0] +
                        part.origin[2] * level.pitch[1];
  return {reinterpret_cast<std::byte*>(level.texels) + offset,
          {bytesOf(format, part.region[0]), part.region[1], part.region[2]},
          level.pitch[0],
          level.pitch[1]};
}

size_t rowPitchOf(const Image& image, unsigned level) {
  const ImageDescription& description = image.description;
  return level == 0 ? description.rowPitch
                    : bytesOf(image.descriptor.format, extentOf(description, level)[0]);
}

Result<MemObject*> createImage(Context& context, cl_mem_flags flags, ImageDescription description,
                               void* hostPointer, std::vector<cl_mem_properties> properties) {
  TRY(const size_t sizeBytes, layOut(description, *findFormat(description.format)));
  MemObject::Description object{
      .flags = flags, .sizeBytes = sizeBytes, .properties = std::move(properties)};
  if (flags & CL_MEM_USE_HOST_PTR) {
    object.hostPointer = hostPointer;
    object.data = static_cast<std::byte*>(hostPointer);
    return make(context, std::move(object), description, nullptr);
  }
  Device& device = *context.devices().front();
  if (sizeBytes > device.maxAllocationBytes())
    return std::unexpected(limitedBy(
        context, Device::keyOfAllocation(),
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, "the image's " + std::to_string(sizeBytes) +
                                               " bytes exceed " + "CL_DEVICE_MAX_MEM_ALLOC_SIZE " +
                                               std::to_string(device.maxAllocationBytes())}));
  // The rows of an application's pixels may be shorter than those of the image.
  TRY(auto memory, HostMemory::allocate(context, sizeBytes, Contents::Zeros));
  object.data = memory->data();
  MemObject* const made = make(context, std::move(object), description, std::move(memory));
  if (flags & CL_MEM_COPY_HOST_PTR) {
    // The application's memory may end with the last texel, before the end of the last row.
    const images::Level& all = made->image()->descriptor.level[0];
    const ByteRect texels =
        bytesOf(*made->image(), {.region = {all.extent[0], all.extent[1], all.extent[2]}});
    copyBytes(device, texels.begin, hostPointer, texels.spanBytes());
  }
  return made;
}

Result<MemObject*> createImageOver(MemObject& parent, cl_mem_flags flags,
                                   ImageDescription description,
                                   std::vector<cl_mem_properties> properties) {
  TRY(const size_t sizeBytes, layOut(description, *findFormat(description.format)));
  if (sizeBytes > parent.sizeBytes())
    return fail(CL_INVALID_IMAGE_SIZE, "the image's " + std::to_string(sizeBytes) +
                                           " bytes exceed the buffer's " +
                                           std::to_string(parent.sizeBytes()));
  return make(parent.context(),
              {.flags = inheritedFlags(flags, parent.flags()),
               .sizeBytes = sizeBytes,
               .data = parent.data(),
               .hostPointer = parent.hostPointer(),
               .parent = &parent,
               .properties = std::move(properties)},
              description, nullptr);
}

Result<MemObject*> createExternalImage(Context& context, cl_mem_flags flags,
                                       ImageDescription description, int file,
                                       std::optional<std::vector<Ref<Device>>> devices,
                                       std::vector<cl_mem_properties> properties) {
  TRY(const size_t sizeBytes, layOut(description, *findFormat(description.format)));
  if (!devices) devices.emplace(context.devices().begin(), context.devices().end());
  TRY(auto mapped, ExternalMemory::map(file, sizeBytes, std::move(*devices)));
  std::byte* const data = mapped->data();
  MemObject* const made = make(
      context,
      {.flags = flags, .sizeBytes = sizeBytes, .data = data, .properties = std::move(properties)},
      description, std::make_unique<ImportedMemory>(std::move(mapped)));
  // The mapping has a copy of the descriptor.
  close(file);
  return made;
}

}  // namespace lanewise
