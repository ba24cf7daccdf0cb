// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers, and what all memory objects have: retain, release, info, callbacks.
#include "runtime/memory/buffer.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/memory/external_properties.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/base/constant_names.h"
#include "runtime/base/svm_names.h"
#include "runtime/context/context.h"
#include "runtime/context/device_limit.h"

#include <CL/cl_ext.h>

#include <optional>
#include <utility>
#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

constexpr cl_mem_flags kHostPointerFlags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

using Word = cl_mem_properties;
struct Properties : ExternalProperties {
  bool hasAddress = false;
};

constexpr PropertyRow<Word, Properties> kProperties[] = {
    {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.hasAddress = true;
       // The value is not a cl_bool.
       return value[0] == CL_TRUE || value[0] == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
    {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, "CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR",
     [](std::span<const Word> value, Properties& into) { return takeFile(value, into); }},
    {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, "CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR",
     [](std::span<const Word> value, Properties& into) { return takeFile(value, into); }},
    {CL_MEM_DEVICE_HANDLE_LIST_KHR, "CL_MEM_DEVICE_HANDLE_LIST_KHR",
     [](std::span<const Word> value, Properties& into) { return takeDevices(value, into); },
     PropertyValue::List},
};

/// `list` becomes a copy of `given`.
Result<Properties> readProperties(const Context& context, const Word* given,
                                  std::vector<Word>& list) {
  Properties read{{context}};
  TRY(list, readPropertyList(given, kProperties, CL_INVALID_PROPERTY, read));
  TRY_STATUS(checkExternal(read));
  // A device address of external memory.
  if (read.hasAddress && read.file)
    return fail(CL_INVALID_PROPERTY,
                "unsupported: CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT of external memory");
  return read;
}

/// CL_INVALID_BUFFER_SIZE: shared virtual memory that is smaller than the buffer over it.
Status checkSvmSize(Context& context, const void* hostPointer, size_t sizeBytes) {
  const auto svm = context.svm().find(hostPointer, SvmKind::Svm);
  if (!svm || sizeBytes <= svm->bytesFrom(hostPointer)) return {};
  return {CL_INVALID_BUFFER_SIZE, "size " + std::to_string(sizeBytes) + " exceeds the " +
                                      std::to_string(svm->bytesFrom(hostPointer)) +
                                      " bytes of the SVM allocation"};
}

Result<MemObject*> createBuffer(cl_context handle, const Word* properties, cl_mem_flags flags,
                                size_t sizeBytes, void* hostPointer) {
  TRY(Context & context, get<Context>(handle));
  std::vector<Word> list;
  TRY(Properties read, readProperties(context, properties, list));
  TRY_STATUS(checkBufferFlags(flags));
  // Flags for host memory, and a handle of external memory.
  if (read.file && (flags & kHostPointerFlags))
    return fail(CL_INVALID_VALUE,
                "flags " + hexText(flags) + " for host memory, with a handle of external memory");
  TRY_STATUS(checkImmutableContents(flags, read.file.has_value()));
  // size is 0 or exceeds the limit of all devices of the context (they have the same).
  if (sizeBytes == 0) return fail(CL_INVALID_BUFFER_SIZE, "size is 0");
  const size_t mostBytes = context.devices().front()->maxAllocationBytes();
  if (sizeBytes > mostBytes)
    return std::unexpected(
        limitedBy(context, Device::keyOfAllocation(),
                  {CL_INVALID_BUFFER_SIZE, "size " + std::to_string(sizeBytes) +
                                               " exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE " +
                                               std::to_string(mostBytes)}));
  // host_ptr is null and a flag requires it, or host_ptr is given and no flag uses it.
  const bool takesPointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (takesPointer != (hostPointer != nullptr))
    return fail(CL_INVALID_HOST_PTR,
                takesPointer ? "host_ptr is null"
                             : "host_ptr requires CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR");
  if (takesPointer) TRY_STATUS(checkSvmSize(context, hostPointer, sizeBytes));
  if (!read.file)
    return lanewise::createBuffer(context, flags, sizeBytes, hostPointer, std::move(list));
  // The file cannot be mapped (CL_INVALID_PROPERTY) or is shorter (CL_INVALID_BUFFER_SIZE).
  return createExternalBuffer(context, flags, sizeBytes, *read.file, std::move(read.devices),
                              std::move(list));
}

/// One address per device of the context. A sub-buffer is a part of its buffer's range.
Status writeDeviceAddresses(const MemObject& memory, InfoWriter info) {
  // The buffer was created without CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
  if (!hasDeviceAddress(memory)) return CL_INVALID_OPERATION;
  const auto address = reinterpret_cast<cl_mem_device_address_ext>(memory.data());
  return info.writeArray(std::vector(memory.context().devices().size(), address));
}

}  // namespace

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                  void* host_ptr, cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return createBuffer(context, nullptr, flags, size, host_ptr); });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                const cl_mem_properties* properties,
                                                cl_mem_flags flags, size_t size, void* host_ptr,
                                                cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return createBuffer(context, properties, flags, size, host_ptr); });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                     cl_buffer_create_type buffer_create_type,
                                     const void* buffer_create_info, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(MemObject & parent, get<MemObject>(buffer));
    // Not a buffer, or a sub-buffer itself.
    if (parent.type() != CL_MEM_OBJECT_BUFFER || parent.parent())
      return fail(CL_INVALID_MEM_OBJECT);
    TRY_STATUS(checkDerivedFlags(flags, parent.flags()));
    // An unknown buffer_create_type, or buffer_create_info is null.
    if (buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION)
      return fail(CL_INVALID_VALUE, "unknown buffer_create_type " + hexText(buffer_create_type));
    TRY_STATUS(checkGiven("buffer_create_info", buffer_create_info));
    const auto region = *static_cast<const cl_buffer_region*>(buffer_create_info);
    // The region is empty.
    if (region.size == 0) return fail(CL_INVALID_BUFFER_SIZE);
    // The region exceeds the buffer.
    if (!inside(region.origin, region.size, parent.sizeBytes()))
      return fail(CL_INVALID_VALUE, "origin " + std::to_string(region.origin) + " + size " +
                                        std::to_string(region.size) + " exceeds the buffer's " +
                                        std::to_string(parent.sizeBytes()) + " bytes");
    // The origin is not aligned for any device of the context (all have the same alignment).
    if (region.origin % Device::kMinAlignBytes) return fail(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    return lanewise::createSubBuffer(parent, flags, region.origin, region.size);
  });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) { return retain<MemObject>(__func__, memobj); }

cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return release<MemObject>(__func__, memobj);
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
                                      size_t param_value_size, void* param_value,
                                      size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(MemObject & self, get<MemObject>(memobj));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_MEM_TYPE: return info.write<cl_mem_object_type>(self.type());
      case CL_MEM_FLAGS: return info.write<cl_mem_flags>(self.flags());
      case CL_MEM_SIZE: return info.write<size_t>(self.sizeBytes());
      case CL_MEM_HOST_PTR: return info.write<void*>(self.hostPointer());
      case CL_MEM_MAP_COUNT: return info.write<cl_uint>(self.mapCount());
      case CL_MEM_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_MEM_CONTEXT: return info.write<cl_context>(self.context().handle());
      case CL_MEM_ASSOCIATED_MEMOBJECT:
        return info.write<cl_mem>(self.parent() ? self.parent()->handle() : nullptr);
      case CL_MEM_OFFSET: return info.write<size_t>(self.offsetBytes());
      case CL_MEM_USES_SVM_POINTER: return info.write<cl_bool>(self.usesSvm());
      case CL_MEM_PROPERTIES: return info.writeArray(self.properties());
      case CL_MEM_DEVICE_ADDRESS_EXT: return writeDeviceAddresses(self, info);
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
                                                    void(CL_CALLBACK* pfn_notify)(cl_mem, void*),
                                                    void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(MemObject & self, get<MemObject>(memobj));
    TRY_STATUS(checkGiven("pfn_notify", pfn_notify));
    return self.addDestructorCallback(pfn_notify, user_data);
  });
}
