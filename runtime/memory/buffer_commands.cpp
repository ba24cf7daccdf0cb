// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run() of the commands on buffers.
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

  cl_int run() override {
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
  RectCopy(cl_command_type type, Device& device, RectSide target, RectSide source,
           const size_t* region)
      : Command(type),
        device_(device),
        target_(target),
        source_(source),
        targetBuffer_(target.side.buffer),
        sourceBuffer_(source.side.buffer) {
    std::copy_n(region, 3, region_.begin());
  }

  cl_int run() override {
    forEachPart(device_, region_[1] * region_[2], region_[0], copyRows, this);
    return CL_COMPLETE;
  }

 private:
  static void copyRows(void* user, uint64_t begin, uint64_t end) {
    const auto& self = *static_cast<const RectCopy*>(user);
    for (uint64_t row = begin; row < end; ++row) {
      const size_t y = row % self.region_[1], z = row / self.region_[1];
      std::memmove(self.target_.side.data + z * self.target_.slicePitch + y * self.target_.rowPitch,
                   self.source_.side.data + z * self.source_.slicePitch + y * self.source_.rowPitch,
                   self.region_[0]);
    }
  }

  Device& device_;
  RectSide target_, source_;
  std::array<size_t, 3> region_;
  Ref<MemObject> targetBuffer_, sourceBuffer_;
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

  cl_int run() override {
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

/// Map, unmap and migrate: the memory stays where it is.
class NoMove final : public Command {
 public:
  NoMove(cl_command_type type, std::span<MemObject* const> buffers)
      : Command(type), buffers_(buffers.begin(), buffers.end()) {}
  cl_int run() override { return CL_COMPLETE; }

 private:
  std::vector<Ref<MemObject>> buffers_;
};

}  // namespace

std::unique_ptr<Command> makeCopy(cl_command_type type, Device& device, CopySide target,
                                  CopySide source, size_t sizeBytes) {
  return std::make_unique<Copy>(type, device, target, source, sizeBytes);
}

std::unique_ptr<Command> makeRectCopy(cl_command_type type, Device& device, RectSide target,
                                      RectSide source, const size_t* region) {
  return std::make_unique<RectCopy>(type, device, target, source, region);
}

std::unique_ptr<Command> makeFill(cl_command_type type, Device& device, CopySide target,
                                  size_t sizeBytes, std::span<const std::byte> pattern) {
  return std::make_unique<Fill>(type, device, target, sizeBytes, pattern);
}

std::unique_ptr<Command> makeNoMove(cl_command_type type, std::span<MemObject* const> buffers) {
  return std::make_unique<NoMove>(type, buffers);
}

Result<void*> enqueueMap(Queue& queue, MemObject& buffer, size_t offsetBytes, size_t sizeBytes,
                         bool writes, std::span<Event* const> waitList, cl_event* event,
                         bool blocking) {
  if (!buffer.addMap(offsetBytes, sizeBytes, writes))
    return fail(CL_INVALID_OPERATION, "the region overlaps one that is mapped for writing");
  struct Map {
    MemObject* buffer;
    void* pointer;
    ~Map() {
      if (buffer) buffer->removeMap(pointer);
    }
  } map{&buffer, buffer.data() + offsetBytes};
  TRY_STATUS(
      queue.submit(makeNoMove(CL_COMMAND_MAP_BUFFER, {&map.buffer, 1}), waitList, event, blocking));
  map.buffer = nullptr;
  return map.pointer;
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
