// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations of an application that runs ahead of its queues wait for these.
#include "runtime/memory/owned_memory.h"

#include "runtime/context/context.h"
#include "runtime/context/device_limit.h"
#include "runtime/queue/queue.h"

#include <string>

namespace lanewise {

Result<std::unique_ptr<HostMemory>> HostMemory::allocate(Context& context, size_t sizeBytes,
                                                         Contents contents) {
  if (ReleasedMemory& released = context.releasedMemory(); released.isMuch(sizeBytes)) {
    // What nobody runs yet uses memory as well.
    Queue::flushAll(context);
    released.waitForHalf(context.devices(), sizeBytes);
  }
  // The owner first: it may run out of memory itself.
  std::unique_ptr<HostMemory> memory(new HostMemory);
  if (!takeGlobalMemory(sizeBytes))
    return std::unexpected(
        limitedBy(context, DeviceKey::globalBytes,
                  {CL_MEM_OBJECT_ALLOCATION_FAILURE, globalMemoryText(sizeBytes)}));
  memory->takenBytes_ = sizeBytes;
  memory->block_ = allocateHostMemory(sizeBytes, contents);
  if (memory->data()) return memory;
  return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, std::to_string(sizeBytes) + " bytes");
}

}  // namespace lanewise
