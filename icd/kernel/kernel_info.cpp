// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo(KHR).
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/cache/loaded_code.h"
#include "runtime/launch/sub_groups.h"
#include "runtime/program/kernel.h"
#include "runtime/program/program.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

cl_kernel_arg_address_qualifier addressQualifier(const KernelArgument& argument) {
  if (argument.kind == ArgumentKind::Image || argument.kind == ArgumentKind::Pipe)
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  switch (argument.addressSpace) {
    case AddressSpace::Global: return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case AddressSpace::Constant: return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case AddressSpace::Local: return CL_KERNEL_ARG_ADDRESS_LOCAL;
    case AddressSpace::Private:
    case AddressSpace::Generic: break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier accessQualifier(const KernelArgument& argument) {
  switch (argument.accessQualifier) {  // SPIR-V's + 1
    case 1: return CL_KERNEL_ARG_ACCESS_READ_ONLY;
    case 2: return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    case 3: return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  }
  return CL_KERNEL_ARG_ACCESS_NONE;
}

cl_kernel_arg_type_qualifier typeQualifier(const KernelArgument& argument) {
  cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
  if (argument.isConst) qualifier |= CL_KERNEL_ARG_TYPE_CONST;
  if (argument.isRestrict) qualifier |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (argument.isVolatile) qualifier |= CL_KERNEL_ARG_TYPE_VOLATILE;
  if (argument.kind == ArgumentKind::Pipe) qualifier |= CL_KERNEL_ARG_TYPE_PIPE;
  return qualifier;
}

/// The device of a query; it may be null if there is only one.
Result<std::reference_wrapper<Device>> queriedDevice(const Program& program, cl_device_id handle) {
  if (!handle && program.devices().size() == 1) return std::ref(*program.devices().front());
  // Not a device of the program, or null and there are several.
  return deviceOf(program, handle);
}

/// Size of private variables in memory. The extension permits 0 if all are in registers, which is
/// unknown here.
cl_ulong spillBytes(const KernelMetadata& metadata) {
  return std::max<uint64_t>(metadata.privateBytes, 1);
}

// Input of sub-group queries: values of size_t.
using Input = std::span<const size_t>;

/// CL_INVALID_VALUE: no input, or not of 1 to `most` values.
Result<Input> readInput(size_t sizeBytes, const void* values, size_t most) {
  const size_t count = sizeBytes / sizeof(size_t);
  if (values && sizeBytes % sizeof(size_t) == 0 && count >= 1 && count <= most)
    return Input(static_cast<const size_t*>(values), count);
  return fail(CL_INVALID_VALUE, "input_value_size " + std::to_string(sizeBytes) +
                                    " is not the size of " + (most > 1 ? "1 to " : "") +
                                    std::to_string(most) + " values of size_t");
}

/// Work-items of a work-group with that local size, 0 if it is too large.
uint64_t itemsOf(Input localSize) {
  uint64_t items = 1;
  for (const size_t size : localSize) {
    if (size > Device::maxWorkGroupSize()) return 0;
    items *= size;
  }
  return items <= Device::maxWorkGroupSize() ? items : 0;
}

/// The local size for that many sub-groups, in as many dimensions as the result has space for.
Status writeLocalSize(const KernelMetadata& metadata, uint64_t subGroups, size_t roomBytes,
                      InfoWriter& info) {
  const size_t items = groupOfSubGroups(metadata, subGroups);
  const size_t others = items ? 1 : 0;
  const std::array<size_t, 3> localSize = {items, others, others};
  // Without space the result has the smallest number of dimensions.
  const size_t dimensions = std::clamp<size_t>(roomBytes / sizeof(size_t), 1, localSize.size());
  return info.writeArray(std::span(localSize).first(dimensions));
}

Status writeSubGroupInfo(const KernelMetadata& metadata, cl_kernel_sub_group_info name,
                         size_t inputBytes, const void* input, size_t roomBytes, InfoWriter info) {
  switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: {
      TRY(const Input localSize [[maybe_unused]], readInput(inputBytes, input, 3));
      return info.write<size_t>(metadata.subGroupSize);
    }
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      TRY(const Input localSize, readInput(inputBytes, input, 3));
      return info.write<size_t>(subGroupCount(itemsOf(localSize), metadata));
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
      TRY(const Input count, readInput(inputBytes, input, 1));
      return writeLocalSize(metadata, count.front(), roomBytes, info);
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return info.write<size_t>(subGroupCount(largestGroup(metadata), metadata));
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return info.write<size_t>(metadata.requiredSubGroupCount);
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
      return info.write<size_t>(metadata.requiredSubGroupSize);
  }
  return unknownName(name);
}

}  // namespace

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                                   size_t param_value_size, void* param_value,
                                   size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_FUNCTION_NAME: return info.writeText(self.metadata().name);
      case CL_KERNEL_NUM_ARGS:
        return info.write<cl_uint>(cl_uint(self.metadata().arguments.size()));
      case CL_KERNEL_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_KERNEL_CONTEXT: return info.write<cl_context>(self.program().context().handle());
      case CL_KERNEL_PROGRAM: return info.write<cl_program>(self.program().handle());
      case CL_KERNEL_ATTRIBUTES: return info.writeText(self.metadata().attributes);
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index,
                                      cl_kernel_arg_info param_name, size_t param_value_size,
                                      void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    // The kernel has fewer arguments.
    if (arg_index >= self.metadata().arguments.size()) return CL_INVALID_ARG_INDEX;
    const KernelArgument& argument = self.metadata().arguments[arg_index];
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return info.write<cl_kernel_arg_address_qualifier>(addressQualifier(argument));
      case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return info.write<cl_kernel_arg_access_qualifier>(accessQualifier(argument));
      case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return info.write<cl_kernel_arg_type_qualifier>(typeQualifier(argument));
      // The module has no such information.
      case CL_KERNEL_ARG_TYPE_NAME:
        if (argument.typeName.empty()) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
        return info.writeText(argument.typeName);
      case CL_KERNEL_ARG_NAME:
        if (argument.name.empty()) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
        return info.writeText(argument.name);
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    TRY(Device & on, queriedDevice(self.program(), device));
    const KernelMetadata& metadata = self.metadata();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      // This query is for custom devices and built-in kernels only.
      case CL_KERNEL_GLOBAL_WORK_SIZE:
        return {CL_INVALID_VALUE,
                "CL_KERNEL_GLOBAL_WORK_SIZE is for custom devices and built-in kernels only"};
      case CL_KERNEL_WORK_GROUP_SIZE: return info.write<size_t>(largestGroup(metadata));
      case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return info.writeArray(std::array<size_t, 3>{metadata.requiredLocalSize[0],
                                                     metadata.requiredLocalSize[1],
                                                     metadata.requiredLocalSize[2]});
      case CL_KERNEL_LOCAL_MEM_SIZE: return info.write<cl_ulong>(self.localBytes());
      case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return info.write<size_t>(std::max<size_t>(on.vectorLanes(4), metadata.subGroupSize));
      case CL_KERNEL_PRIVATE_MEM_SIZE: return info.write<cl_ulong>(metadata.privateBytes);
      case CL_KERNEL_SPILL_MEM_SIZE_INTEL: return info.write<cl_ulong>(spillBytes(metadata));
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                           cl_kernel_sub_group_info param_name,
                                           size_t input_value_size, const void* input_value,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    TRY(Device & on [[maybe_unused]], queriedDevice(self.program(), device));
    return writeSubGroupInfo(self.metadata(), param_name, input_value_size, input_value,
                             param_value_size,
                             InfoWriter(param_value_size, param_value, param_value_size_ret));
  });
}

// Queries of cl_khr_subgroups and of cl_intel_subgroups. The device supports the second. The first
// also requires independent forward progress of sub-groups.
cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                              cl_kernel_sub_group_info param_name,
                                              size_t input_value_size, const void* input_value,
                                              size_t param_value_size, void* param_value,
                                              size_t* param_value_size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value,
                                 param_value_size, param_value, param_value_size_ret);
}
