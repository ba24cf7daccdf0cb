// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers: where their bytes come from and who releases them.
#include "runtime/memory/buffer.h"

#include "runtime/base/svm_names.h"
#include "runtime/checks/check_mode.h"
#include "runtime/checks/shadow_memory.h"
#include "runtime/context/context.h"
#include "runtime/memory/bulk_memory.h"
#include "runtime/memory/external_memory.h"
#include "runtime/memory/owned_memory.h"

#include <unistd.h>

namespace lanewise {

Result<MemObject*> createBuffer(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                void* hostPointer, std::vector<cl_mem_properties> properties) {
  MemObject::Description buffer{
      .flags = flags, .sizeBytes = sizeBytes, .properties = std::move(properties)};
  if (flags & CL_MEM_USE_HOST_PTR) {
    buffer.hostPointer = hostPointer;
    buffer.data = static_cast<std::byte*>(hostPointer);
    buffer.usesSvm = context.svm().find(hostPointer, SvmKind::Svm).has_value();
    return new MemObject(context, std::move(buffer));
  }
  const bool copies = flags & CL_MEM_COPY_HOST_PTR;
  TRY(auto memory,
      HostMemory::allocate(context, sizeBytes, copies ? Contents::Undefined : Contents::Zeros));
  buffer.data = memory->data();
  buffer.storage = std::move(memory);
  if (copies) copyBytes(*context.devices().front(), buffer.data, hostPointer, sizeBytes);
  std::byte* const data = buffer.data;
  auto* object = new MemObject(context, std::move(buffer));
  if (!copies && checksUnwrittenMemory()) [[unlikely]]
    ShadowMemory::get().addUnwritten(data, sizeBytes);
  return object;
}

Result<MemObject*> createSubBuffer(MemObject& parent, cl_mem_flags flags, size_t offsetBytes,
                                   size_t sizeBytes) {
  std::byte* const host = static_cast<std::byte*>(parent.hostPointer());
  return new MemObject(parent.context(), {.flags = inheritedFlags(flags, parent.flags()),
                                          .sizeBytes = sizeBytes,
                                          .data = parent.data() + offsetBytes,
                                          .hostPointer = host ? host + offsetBytes : nullptr,
                                          .usesSvm = parent.usesSvm(),
                                          .parent = &parent,
                                          .offsetBytes = offsetBytes});
}

Result<MemObject*> createExternalBuffer(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                        int file, std::optional<std::vector<Ref<Device>>> devices,
                                        std::vector<cl_mem_properties> properties) {
  if (!devices) devices.emplace(context.devices().begin(), context.devices().end());
  TRY(auto memory, ExternalMemory::map(file, sizeBytes, std::move(*devices)));
  std::byte* const data = memory->data();
  auto* buffer =
      new MemObject(context, {.flags = flags,
                              .sizeBytes = sizeBytes,
                              .data = data,
                              .storage = std::make_unique<ImportedMemory>(std::move(memory)),
                              .properties = std::move(properties)});
  // The mapping has a copy of the descriptor.
  close(file);
  return buffer;
}

bool hasDeviceAddress(const MemObject& buffer) {
  const auto list = (buffer.parent() ? *buffer.parent() : buffer).properties();
  for (size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) return list[i + 1] == CL_TRUE;
  return false;
}

}  // namespace lanewise
