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
  ReleasedMemory& released = context.releasedMemory();
  const auto waitUntil = [&](double part) {
    // What nobody runs yet uses memory as well.
    Queue::flushAll(context);
    released.wait(context.devices(), sizeBytes, part);
  };
  if (released.isMuch(context.devices(), sizeBytes)) waitUntil(0.5);
  // The owner first: it may run out of memory itself.
  std::unique_ptr<HostMemory> memory(new HostMemory);
  if (memory->take(sizeBytes, contents)) return memory;
  waitUntil(0);
  if (memory->take(sizeBytes, contents)) return memory;
  if (memory->takenBytes_ != 0)
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, std::to_string(sizeBytes) + " bytes");
  return std::unexpected(
      limitedBy(context, DeviceKey::globalBytes,
                {CL_MEM_OBJECT_ALLOCATION_FAILURE, globalMemoryText(sizeBytes)}));
}

bool HostMemory::take(size_t sizeBytes, Contents contents) {
  if (takenBytes_ == 0 && !takeGlobalMemory(sizeBytes)) return false;
  takenBytes_ = sizeBytes;
  block_ = allocateHostMemory(sizeBytes, contents);
  return block_.data;
}

}  // namespace lanewise
