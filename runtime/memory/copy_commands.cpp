// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run() of the commands: parts of large ones are shared with the helpers of the device.
#include "runtime/memory/copy_commands.h"

#include "runtime/checks/shadow_memory.h"
#include "runtime/device/device.h"
#include "runtime/memory/bulk_memory.h"

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
    ShadowMemory::noteCopied(target_, source_, sizeBytes_);
    return CL_COMPLETE;
  }
  Result<std::unique_ptr<Command>> copyFor(const Context&, Device& device) const override {
    return makeCopy(type(), device, {target_, targetBuffer_.get()}, {source_, sourceBuffer_.get()},
                    sizeBytes_);
  }

 private:
  Device& device_;
  std::byte* target_;
  std::byte* source_;
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
    if (ShadowMemory::isUsed()) [[unlikely]]
      for (size_t row = 0; row < rows * slices; ++row)
        ShadowMemory::noteCopied(target_.rowAt(row % rows, row / rows),
                                 source_.rowAt(row % rows, row / rows), rowBytes);
    return CL_COMPLETE;
  }
  Result<std::unique_ptr<Command>> copyFor(const Context&, Device& device) const override {
    return makeRectCopy(type(), device, {target_, targetObject_.get()},
                        {source_, sourceObject_.get()});
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
  Result<std::unique_ptr<Command>> copyFor(const Context&, Device& device) const override {
    // It begins with the texel, and may be repeated as well.
    return makeRectFill(device, {target_, object_.get()}, source_);
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
    ShadowMemory::noteWritten(target_, sizeBytes_);
    return CL_COMPLETE;
  }
  Result<std::unique_ptr<Command>> copyFor(const Context&, Device& device) const override {
    return makeFill(type(), device, {target_, buffer_.get()}, sizeBytes_,
                    std::span(pattern_).first(patternBytes_));
  }

 private:
  Device& device_;
  std::byte* target_;
  size_t sizeBytes_, patternBytes_;
  std::array<std::byte, 128> pattern_;
  Ref<MemObject> buffer_;
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

}  // namespace lanewise
