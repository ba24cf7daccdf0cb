// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills of buffers, images, and memory given by pointers. Each holds its memory objects;
// the application keeps host memory valid. The device whose threads help is that of the queue,
// which outlives its commands.
#pragma once

#include "runtime/memory/byte_rect.h"
#include "runtime/memory/mem_object.h"
#include "runtime/queue/command.h"

#include <cstddef>
#include <memory>
#include <span>

namespace lanewise {

class Device;

/// One side of a copy: bytes, and the buffer they belong to (null for host memory).
struct CopySide {
  std::byte* data;
  MemObject* buffer;
};

std::unique_ptr<Command> makeCopy(cl_command_type type, Device& device, CopySide target,
                                  CopySide source, size_t sizeBytes);

/// One side of a copy of rectangles, which have the same region.
struct RectSide {
  ByteRect bytes;
  MemObject* object;  // null for host memory
};
std::unique_ptr<Command> makeRectCopy(cl_command_type type, Device& device, const RectSide& target,
                                      const RectSide& source);

/// `pattern` has at most 128 bytes and is copied.
std::unique_ptr<Command> makeFill(cl_command_type type, Device& device, CopySide target,
                                  size_t sizeBytes, std::span<const std::byte> pattern);

/// Fills a part of an image with a texel, which is copied.
std::unique_ptr<Command> makeRectFill(Device& device, const RectSide& target,
                                      std::span<const std::byte> texel);

}  // namespace lanewise
