// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_unified_svm: typed allocations with properties, queries of pointers, and selection of a
// type. runtime/context/svm_types.def has the types; every device supports all of them.
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/memory/svm_support.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/context/context.h"

#include <bit>
#include <span>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_svm_alloc_properties_khr;
struct Properties {
  const Context& context;
  Ref<Device> device{};
  cl_svm_alloc_access_flags_khr accessFlags = 0;
};

constexpr cl_svm_alloc_access_flags_khr kAccessFlags =
    CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR |
    CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR;

constexpr PropertyRow<Word, Properties> kProperties[] = {
    {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, "CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       auto* const device = toObject<Device>(reinterpret_cast<cl_device_id>(value[0]));
       // Neither null (no device) nor a device of the context.
       if (value[0] && (!device || !into.context.hasDevice(*device))) return CL_INVALID_PROPERTY;
       into.device = Ref<Device>(device);
       return {};
     }},
    {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, "CL_SVM_ALLOC_ACCESS_FLAGS_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       // An unknown flag.
       if (value[0] & ~kAccessFlags) return CL_INVALID_PROPERTY;
       into.accessFlags = value[0];
       return {};
     }},
    {CL_SVM_ALLOC_ALIGNMENT_KHR, "CL_SVM_ALLOC_ALIGNMENT_KHR",
     [](std::span<const Word> value, Properties&) -> Status {
       // Neither a power of two up to the size of the largest type, nor 0 (that size).
       return validAlignment(value[0]) ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
};

/// The index of the type that has all `required` capabilities and the most of the desired ones; the
/// first of several, which has the fewest others. CL_UINT_MAX if there is none.
cl_uint suggestedType(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired) {
  cl_uint best = CL_UINT_MAX;
  int bestCount = -1;
  for (cl_uint index = 0; index < kSvmTypeCapabilities.size(); ++index) {
    const cl_svm_capabilities_khr has = kSvmTypeCapabilities[index];
    const int count = std::popcount(desired & has);
    if ((required & ~has) || count <= bestCount) continue;
    bestCount = count;
    best = index;
  }
  return best;
}

bool needsDevice(SvmType type) {
  return !(capabilitiesOf(type) & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR);
}

}  // namespace

void* CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context,
                                              const cl_svm_alloc_properties_khr* properties,
                                              cl_uint svm_type_index, size_t size,
                                              cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(Context & owner, get<Context>(context));
    TRY_STATUS(checkSvmSupport(owner));
    Properties asked{owner};
    TRY(std::vector list, readPropertyList(properties, kProperties, CL_INVALID_PROPERTY, asked));
    // An unknown type.
    if (svm_type_index >= kSvmTypeCapabilities.size())
      return fail(CL_INVALID_VALUE, "svm_type_index " + std::to_string(svm_type_index) +
                                        ": there are " +
                                        std::to_string(kSvmTypeCapabilities.size()) + " types");
    const auto type = SvmType(svm_type_index);
    // The type belongs to a device, and none is given.
    if (needsDevice(type) && !asked.device) return fail(CL_INVALID_PROPERTY);
    if (size == 0) return nullptr;
    // More than a device of the context permits (all have the same limit).
    if (size > owner.devices().front()->maxAllocationBytes())
      return std::unexpected(limitedBy(owner, Device::keyOfAllocation(),
                                       {CL_INVALID_BUFFER_SIZE, std::to_string(size) + " bytes"}));
    return allocateSvm(owner,
                       {.type = type,
                        .device = std::move(asked.device),
                        .flags = asked.accessFlags,
                        .properties = std::move(list)},
                       size, CL_OUT_OF_HOST_MEMORY);
  });
}

cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context,
                                              const cl_svm_free_properties_khr* properties,
                                              cl_svm_free_flags_khr flags, void* ptr) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & owner, get<Context>(context));
    // A property or a flag: none is defined.
    if (properties && *properties) return CL_INVALID_PROPERTY;
    TRY_STATUS(checkKnown("flags", flags, 0));
    if (!ptr) return {};
    // Not the start of an allocation.
    if (owner.svm().free(ptr, SvmKind::Svm)) return {};
    return {CL_INVALID_VALUE, "ptr is not the start of an allocation of the context"};
  });
}

cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void* ptr,
                                          cl_svm_pointer_info_khr param_name,
                                          size_t param_value_size, void* param_value,
                                          size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & owner, get<Context>(context));
    if (device) {
      // The device does not belong to the context.
      TRY(Device & asked [[maybe_unused]], deviceOf(owner, device));
    }
    const auto found = owner.svm().find(ptr, SvmKind::Svm);
    const SvmAllocation& self = found ? *found : SvmAllocation();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_SVM_INFO_TYPE_INDEX_KHR:
        return info.write<cl_uint>(found ? cl_uint(self.type) : CL_UINT_MAX);
      case CL_SVM_INFO_CAPABILITIES_KHR:
        return info.write<cl_svm_capabilities_khr>(found ? capabilitiesOf(self.type) : 0);
      case CL_SVM_INFO_PROPERTIES_KHR: return info.writeArray(self.properties);
      case CL_SVM_INFO_ACCESS_FLAGS_KHR:
        return info.write<cl_svm_alloc_access_flags_khr>(self.flags);
      case CL_SVM_INFO_BASE_PTR_KHR: return info.write<void*>(self.data);
      case CL_SVM_INFO_SIZE_KHR: return info.write<size_t>(self.sizeBytes);
      case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR:
        return info.write<cl_device_id>(self.device ? self.device->handle() : nullptr);
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context,
                                                 cl_svm_capabilities_khr required_capabilities,
                                                 cl_svm_capabilities_khr desired_capabilities,
                                                 const cl_svm_alloc_properties_khr* properties,
                                                 size_t, cl_uint* suggested_svm_type_index) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & owner, get<Context>(context));
    Properties unused{owner};
    TRY(const std::vector list [[maybe_unused]],
        readPropertyList(properties, kProperties, CL_INVALID_PROPERTY, unused));
    // suggested_svm_type_index is null.
    TRY_STATUS(checkGiven("suggested_svm_type_index", suggested_svm_type_index));
    *suggested_svm_type_index = suggestedType(required_capabilities, desired_capabilities);
    return {};
  });
}
