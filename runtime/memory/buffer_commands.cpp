// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run() of the commands on buffers and images.
#include "runtime/memory/buffer_commands.h"

#include "runtime/device/device.h"
#include "runtime/memory/bulk_memory.h"
#include "runtime/queue/queue.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <vector>

namespace lanewise {
namespace {

class Copy final : public Command {
 public:
  Copy(cl_command_type type, Device& device, CopySide target, CopySide source, size_t sizeBytes)
      : Command(type),
        device_(device),
        target_(target.data),
        source_(source.data),
        sizeBytes_(sizeBytes),
        targetBuffer_(target.buffer),
        sourceBuffer_(source.buffer) {}

  Status run() override {
    copyBytes(device_, target_, source_, sizeBytes_);
    return CL_COMPLETE;
  }

 private:
  Device& device_;
  std::byte* target_;
  const std::byte* source_;
  size_t sizeBytes_;
  Ref<MemObject> targetBuffer_, sourceBuffer_;
};

class RectCopy final : public Command {
 public:
  RectCopy(cl_command_type type, Device& device, const RectSide& target, const RectSide& source)
      : Command(type),
        device_(device),
        target_(target.bytes),
        source_(source.bytes),
        targetObject_(target.object),
        sourceObject_(source.object) {
    joinRows(target_, source_);
  }

  Status run() override {
    const auto& [rowBytes, rows, slices] = target_.region;
    if (rows * slices == 1)
      copyBytes(device_, target_.begin, source_.begin, rowBytes);
    else
      forEachPart(device_, rows * slices, rowBytes, copyRows, this);
    return CL_COMPLETE;
  }

 private:
  static void copyRows(void* user, uint64_t begin, uint64_t end) {
    const auto& self = *static_cast<const RectCopy*>(user);
    const size_t rows = self.target_.region[1];
    for (uint64_t row = begin; row < end; ++row)
      std::memmove(self.target_.rowAt(row % rows, row / rows),
                   self.source_.rowAt(row % rows, row / rows), self.target_.region[0]);
  }

  Device& device_;
  ByteRect target_, source_;
  Ref<MemObject> targetObject_, sourceObject_;
};

/// Copies the beginning of a row, which is filled once, along each row.
class RectFill final : public Command {
 public:
  RectFill(Device& device, const RectSide& target, std::span<const std::byte> texel)
      : Command(CL_COMMAND_FILL_IMAGE),
        device_(device),
        target_(target.bytes),
        object_(target.object) {
    ByteRect same = target_;
    joinRows(target_, same);
    // It stays in the first-level cache.
    constexpr size_t kSourceBytes = 12 << 10;
    const size_t sourceBytes =
        std::min(target_.region[0], kSourceBytes / texel.size() * texel.size());
    source_.reserve(sourceBytes);
    while (source_.size() < sourceBytes) source_.insert(source_.end(), texel.begin(), texel.end());
    partsOfRow_ = (target_.region[0] + sourceBytes - 1) / sourceBytes;
  }

  Status run() override {
    forEachPart(device_, partsOfRow_ * target_.region[1] * target_.region[2], source_.size(),
                fillParts, this);
    return CL_COMPLETE;
  }

 private:
  static void fillParts(void* user, uint64_t begin, uint64_t end) {
    const auto& self = *static_cast<const RectFill*>(user);
    const size_t rows = self.target_.region[1], sourceBytes = self.source_.size();
    for (uint64_t part = begin; part < end; ++part) {
      const size_t row = part / self.partsOfRow_, at = part % self.partsOfRow_ * sourceBytes;
      std::memcpy(self.target_.rowAt(row % rows, row / rows) + at, self.source_.data(),
                  std::min(sourceBytes, self.target_.region[0] - at));
    }
  }

  Device& device_;
  ByteRect target_;
  Ref<MemObject> object_;
  std::vector<std::byte> source_;
  size_t partsOfRow_;
};

class Fill final : public Command {
 public:
  Fill(cl_command_type type, Device& device, CopySide target, size_t sizeBytes,
       std::span<const std::byte> pattern)
      : Command(type),
        device_(device),
        target_(target.data),
        sizeBytes_(sizeBytes),
        patternBytes_(pattern.size()),
        buffer_(target.buffer) {
    assert(pattern.size() <= pattern_.size() && "the entry point checks the pattern's size");
    std::ranges::copy(pattern, pattern_.begin());
  }

  Status run() override {
    fillBytes(device_, target_, sizeBytes_, pattern_.data(), patternBytes_);
    return CL_COMPLETE;
  }

 private:
  Device& device_;
  std::byte* target_;
  size_t sizeBytes_, patternBytes_;
  std::array<std::byte, 128> pattern_;
  Ref<MemObject> buffer_;
};

/// The map counts from its enqueue on, and for nothing if the command fails.
class Map final : public Command {
 public:
  explicit Map(MemObject& object)
      : Command(object.image() ? CL_COMMAND_MAP_IMAGE : CL_COMMAND_MAP_BUFFER), object_(object) {}
  ~Map() override {
    if (number_ != 0) object_->cancelMap(number_);
  }
  bool begin(const ByteRect& region, bool writes) {
    number_ = object_->addMap(region, writes);
    return number_ != 0;
  }
  Status run() override {
    number_ = 0;
    return {};
  }

 private:
  Ref<MemObject> object_;
  uint64_t number_ = 0;  // until the command has run
};

/// Unmap and migrate: the memory stays where it is.
class NoMove final : public Command {
 public:
  NoMove(cl_command_type type, std::span<MemObject* const> buffers)
      : Command(type), buffers_(buffers.begin(), buffers.end()) {}
  Status run() override { return CL_COMPLETE; }

 private:
  std::vector<Ref<MemObject>> buffers_;
};

}  // namespace

std::unique_ptr<Command> makeCopy(cl_command_type type, Device& device, CopySide target,
                                  CopySide source, size_t sizeBytes) {
  return std::make_unique<Copy>(type, device, target, source, sizeBytes);
}

std::unique_ptr<Command> makeRectCopy(cl_command_type type, Device& device, const RectSide& target,
                                      const RectSide& source) {
  return std::make_unique<RectCopy>(type, device, target, source);
}

std::unique_ptr<Command> makeRectFill(Device& device, const RectSide& target,
                                      std::span<const std::byte> texel) {
  return std::make_unique<RectFill>(device, target, texel);
}

std::unique_ptr<Command> makeFill(cl_command_type type, Device& device, CopySide target,
                                  size_t sizeBytes, std::span<const std::byte> pattern) {
  return std::make_unique<Fill>(type, device, target, sizeBytes, pattern);
}

std::unique_ptr<Command> makeNoMove(cl_command_type type, std::span<MemObject* const> buffers) {
  return std::make_unique<NoMove>(type, buffers);
}

Result<void*> enqueueMap(Queue& queue, MemObject& object, const ByteRect& region, bool writes,
                         std::span<Event* const> waitList, cl_event* event, bool blocking) {
  auto map = std::make_unique<Map>(object);
  if (!map->begin(region, writes))
    return fail(CL_INVALID_OPERATION, "the region overlaps one that is mapped for writing");
  TRY_STATUS(queue.submit(std::move(map), waitList, event, blocking));
  return region.begin;
}

Status enqueueUnmap(Queue& queue, MemObject& object, void* pointer,
                    std::span<Event* const> waitList, cl_event* event) {
  MemObject* const touched = &object;
  TRY_STATUS(
      queue.submit(makeNoMove(CL_COMMAND_UNMAP_MEM_OBJECT, {&touched, 1}), waitList, event, false));
  object.removeMap(pointer);
  return {};
}

}  // namespace lanewise
