// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Map, unmap and migrate: memory objects are used in place, so that these commands order others,
// and maps enter the list of their object.
#pragma once

#include "runtime/memory/byte_rect.h"
#include "runtime/memory/mem_object.h"
#include "runtime/queue/command.h"

#include <memory>
#include <span>

namespace lanewise {

class Queue;

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
