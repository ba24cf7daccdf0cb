// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands on buffers and images. Each holds its memory objects; the application keeps host
// memory valid. The device whose threads help is that of the queue, which outlives its commands.
#pragma once

#include "runtime/memory/byte_rect.h"
#include "runtime/memory/mem_object.h"
#include "runtime/queue/command.h"

#include <cstddef>
#include <memory>
#include <span>

namespace lanewise {

class Device;
class Queue;

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

/// Map, unmap and migrate: they move no memory, so only their place in the queue matters.
std::unique_ptr<Command> makeNoMove(cl_command_type type, std::span<MemObject* const> buffers = {});

/// Map commands: enters the region into the object's list of maps and enqueues the command.
/// CL_INVALID_OPERATION if the region overlaps one that is mapped for writing and one of the two
/// maps writes. If the command cannot be enqueued or a blocking one fails, there is no map.
Result<void*> enqueueMap(Queue& queue, MemObject& object, const ByteRect& region, bool writes,
                         std::span<Event* const> waitList, cl_event* event, bool blocking);
/// clEnqueueUnmapMemObject; `pointer` is mapped.
Status enqueueUnmap(Queue& queue, MemObject& object, void* pointer,
                    std::span<Event* const> waitList, cl_event* event);

}  // namespace lanewise
