// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers, and what all memory objects have: retain, release, info, callbacks.
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/khr/external_memory.h"
#include "icd/validate.h"
#include "runtime/base/svm_names.h"
#include "runtime/context/context.h"
#include "runtime/memory/memory.h"

#include <utility>
#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// CL_INVALID_PROPERTY: an unknown property, a value it cannot have, or one given twice. The list
/// is returned as it was given, with its ending 0.
Result<std::vector<cl_mem_properties>> readProperties(const cl_mem_properties* properties) {
  std::vector<cl_mem_properties> list;
  if (!properties) return list;
  bool address = false;
  for (; *properties; properties += 2) {
    const bool known = properties[0] == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT;
    const bool valid = properties[1] == CL_TRUE || properties[1] == CL_FALSE;
    if (!known || !valid || std::exchange(address, true)) return fail(CL_INVALID_PROPERTY);
    list.insert(list.end(), properties, properties + 2);
  }
  list.push_back(0);
  return list;
}

/// CL_INVALID_BUFFER_SIZE: shared virtual memory that is smaller than the buffer over it.
Status checkSvmSize(Context& context, const void* hostPointer, size_t sizeBytes) {
  const auto svm = context.svm().find(hostPointer, SvmKind::Svm);
  if (!svm || sizeBytes <= svm->bytesFrom(hostPointer)) return {};
  return {CL_INVALID_BUFFER_SIZE, std::to_string(sizeBytes) + " bytes exceed the " +
                                      std::to_string(svm->bytesFrom(hostPointer)) +
                                      " of the shared virtual memory"};
}

Result<MemObject*> createBuffer(cl_context handle, const cl_mem_properties* properties,
                                cl_mem_flags flags, size_t sizeBytes, void* hostPointer) {
  TRY(Context & context, get<Context>(handle));
  TRY(std::vector<cl_mem_properties> list, readProperties(properties));
  TRY_STATUS(checkBufferFlags(flags));
  // size is 0 or more than what any device of the context can take.
  if (sizeBytes == 0) return fail(CL_INVALID_BUFFER_SIZE);
  const size_t mostBytes = context.devices().front()->maxAllocationBytes();
  if (sizeBytes > mostBytes)
    return fail(CL_INVALID_BUFFER_SIZE,
                std::to_string(sizeBytes) + " bytes exceed " + std::to_string(mostBytes));
  // host_ptr is missing where a flag needs it, or given where no flag takes it.
  const bool takesPointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (takesPointer != (hostPointer != nullptr)) return fail(CL_INVALID_HOST_PTR);
  if (takesPointer) TRY_STATUS(checkSvmSize(context, hostPointer, sizeBytes));
  return MemObject::createBuffer(context, flags, sizeBytes, hostPointer, std::move(list));
}

/// CL_INVALID_VALUE for flags of a sub-buffer that its parent does not allow.
Status checkSubBufferFlags(cl_mem_flags flags, cl_mem_flags parent) {
  // A flag that only a buffer of its own can have.
  if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR))
    return CL_INVALID_VALUE;
  TRY_STATUS(checkBufferFlags(flags));
  constexpr cl_mem_flags kRead = CL_MEM_READ_ONLY, kWrite = CL_MEM_WRITE_ONLY;
  constexpr cl_mem_flags kBoth = CL_MEM_READ_WRITE;
  constexpr cl_mem_flags kHostRead = CL_MEM_HOST_READ_ONLY, kHostWrite = CL_MEM_HOST_WRITE_ONLY;
  // More access than the parent has.
  if ((parent & kWrite) && (flags & (kBoth | kRead))) return CL_INVALID_VALUE;
  if ((parent & kRead) && (flags & (kBoth | kWrite))) return CL_INVALID_VALUE;
  if ((parent & kHostWrite) && (flags & kHostRead)) return CL_INVALID_VALUE;
  if ((parent & kHostRead) && (flags & kHostWrite)) return CL_INVALID_VALUE;
  if ((parent & CL_MEM_HOST_NO_ACCESS) && (flags & (kHostRead | kHostWrite)))
    return CL_INVALID_VALUE;
  return {};
}

/// One address per device of the context. A sub-buffer is a part of its buffer's range.
Status writeDeviceAddresses(const MemObject& memory, InfoWriter info) {
  // Not of a buffer that was made to have a fixed address.
  if (!memory.hasDeviceAddress()) return CL_INVALID_OPERATION;
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
  return create(__func__, errcode_ret, [&] {
    return isFromOutside(properties)
               ? createExternalBuffer(context, properties, flags, size, host_ptr)
               : createBuffer(context, properties, flags, size, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                     cl_buffer_create_type buffer_create_type,
                                     const void* buffer_create_info, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(MemObject & parent, get<MemObject>(buffer));
    // Not a buffer, or a sub-buffer itself.
    if (parent.type() != CL_MEM_OBJECT_BUFFER || parent.parent())
      return fail(CL_INVALID_MEM_OBJECT);
    TRY_STATUS(checkSubBufferFlags(flags, parent.flags()));
    // The only kind there is, and its description.
    if (buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || !buffer_create_info)
      return fail(CL_INVALID_VALUE);
    const auto region = *static_cast<const cl_buffer_region*>(buffer_create_info);
    // The region is empty.
    if (region.size == 0) return fail(CL_INVALID_BUFFER_SIZE);
    // The region leaves the buffer.
    if (!inside(region.origin, region.size, parent.sizeBytes())) return fail(CL_INVALID_VALUE);
    // The origin is aligned for no device of the context (all have the same alignment).
    if (region.origin % Device::kMinAlignBytes) return fail(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    return MemObject::createSubBuffer(parent, flags, region.origin, region.size);
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
    return CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
                                                    void(CL_CALLBACK* pfn_notify)(cl_mem, void*),
                                                    void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(MemObject & self, get<MemObject>(memobj));
    if (!pfn_notify) return CL_INVALID_VALUE;
    self.addDestructorCallback(pfn_notify, user_data);
    return {};
  });
}
