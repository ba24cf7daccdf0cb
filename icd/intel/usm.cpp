// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_unified_shared_memory: allocations and queries. Commands: enqueue_usm.cpp; arguments and
// indirect access of kernels: kernel_pointer.cpp.
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/memory/svm_support.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/queue/queue.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

constexpr cl_mem_alloc_flags_intel kPlacement =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

using Word = cl_mem_properties_intel;
constexpr PropertyRow<Word, cl_mem_alloc_flags_intel> kProperties[] = {
    {CL_MEM_ALLOC_FLAGS_INTEL, "CL_MEM_ALLOC_FLAGS_INTEL",
     [](std::span<const Word> value, cl_mem_alloc_flags_intel& flags) -> Status {
       flags = value[0];
       // An unknown flag.
       if (flags & ~(kPlacement | CL_MEM_ALLOC_WRITE_COMBINED_INTEL)) return CL_INVALID_PROPERTY;
       // Initial placement on both the device and the host.
       return atMostOne(flags, kPlacement) ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
};

Result<cl_mem_alloc_flags_intel> readFlags(SvmType type, const Word* properties) {
  cl_mem_alloc_flags_intel flags = 0;
  TRY(const std::vector list [[maybe_unused]],
      readPropertyList(properties, kProperties, CL_INVALID_PROPERTY, flags));
  // Initial placement of an allocation that does not migrate.
  if ((flags & kPlacement) && type != SvmType::Shared)
    return fail(CL_INVALID_PROPERTY, "initial placement requires a shared allocation");
  return flags;
}

Result<void*> allocate(Context& context, SvmType type, Device* device,
                       const cl_mem_properties_intel* properties, size_t sizeBytes,
                       cl_uint alignment) {
  // Neither a power of two up to the size of the largest type, nor 0 for that size.
  if (!validAlignment(alignment))
    return fail(CL_INVALID_VALUE,
                "alignment " + std::to_string(alignment) + " is not a power of two up to 128");
  TRY_STATUS(checkSvmSupport(context));
  TRY(const cl_mem_alloc_flags_intel flags, readFlags(type, properties));
  // The size is 0 or more than a device of the context can take (all have the same limit).
  if (sizeBytes == 0) return fail(CL_INVALID_BUFFER_SIZE, "size is 0");
  if (sizeBytes > context.devices().front()->maxAllocationBytes())
    return std::unexpected(
        limitedBy(context, Device::keyOfAllocation(),
                  {CL_INVALID_BUFFER_SIZE, std::to_string(sizeBytes) + " bytes"}));
  return allocateSvm(
      context, {.kind = SvmKind::Usm, .type = type, .device = Ref<Device>(device), .flags = flags},
      sizeBytes, CL_OUT_OF_HOST_MEMORY);
}

Status free(cl_context context, void* pointer, bool wait) {
  TRY(Context & owner, get<Context>(context));
  if (!pointer) return {};
  // Not the beginning of an allocation of USM.
  const auto found = owner.svm().find(pointer, SvmKind::Usm);
  const bool isStart = found && found->data == pointer;
  if (isStart && wait) Queue::finishAll(owner);
  if (isStart && owner.svm().free(pointer, SvmKind::Usm)) return {};
  return {CL_INVALID_VALUE, "ptr is not the start of an allocation of the context"};
}

cl_unified_shared_memory_type_intel usmType(SvmType type) {
  switch (type) {
    case SvmType::HostOwned: return CL_MEM_TYPE_HOST_INTEL;
    case SvmType::DeviceOwned: return CL_MEM_TYPE_DEVICE_INTEL;
    case SvmType::Shared: return CL_MEM_TYPE_SHARED_INTEL;
    default: return CL_MEM_TYPE_UNKNOWN_INTEL;
  }
}

}  // namespace

void* CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel* properties,
                                      size_t size, cl_uint alignment, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(Context & owner, get<Context>(context));
    return allocate(owner, SvmType::HostOwned, nullptr, properties, size, alignment);
  });
}

void* CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel* properties, size_t size,
                                        cl_uint alignment, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(Context & owner, get<Context>(context));
    TRY(Device & target, deviceOf(owner, device));
    return allocate(owner, SvmType::DeviceOwned, &target, properties, size, alignment);
  });
}

void* CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel* properties, size_t size,
                                        cl_uint alignment, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(Context & owner, get<Context>(context));
    Device* target = nullptr;
    if (device) {
      TRY(Device & named, deviceOf(owner, device));
      target = &named;
    }
    return allocate(owner, SvmType::Shared, target, properties, size, alignment);
  });
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void* ptr) {
  return entry(__func__, [&] { return free(context, ptr, false); });
}

cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void* ptr) {
  return entry(__func__, [&] { return free(context, ptr, true); });
}

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void* ptr,
                                          cl_mem_info_intel param_name, size_t param_value_size,
                                          void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & owner, get<Context>(context));
    const auto found = owner.svm().find(ptr, SvmKind::Usm);
    const SvmAllocation& self = found ? *found : SvmAllocation();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_MEM_ALLOC_TYPE_INTEL:
        return info.write<cl_unified_shared_memory_type_intel>(usmType(self.type));
      case CL_MEM_ALLOC_BASE_PTR_INTEL: return info.write<void*>(self.data);
      case CL_MEM_ALLOC_SIZE_INTEL: return info.write<size_t>(self.sizeBytes);
      case CL_MEM_ALLOC_DEVICE_INTEL:
        return info.write<cl_device_id>(self.device ? self.device->handle() : nullptr);
      case CL_MEM_ALLOC_FLAGS_INTEL: return info.write<cl_mem_alloc_flags_intel>(self.flags);
    }
    return unknownName(param_name);
  });
}
