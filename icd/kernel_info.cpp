// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo.
#include "icd/entry.h"
#include "icd/info.h"
#include "runtime/kernel.h"
#include "runtime/loaded_code.h"
#include "runtime/program.h"

#include <array>

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

/// The device that a query is about; it may be left out where there is only one.
Result<std::reference_wrapper<Device>> deviceOf(const Program& program, cl_device_id handle) {
  if (!handle && program.devices().size() == 1) return std::ref(*program.devices().front());
  // Not a device of the program, or none of several.
  TRY(Device & device, get<Device>(handle));
  if (!program.hasDevice(device)) return fail(CL_INVALID_DEVICE);
  return std::ref(device);
}

/// The largest group that the kernel can run in.
size_t workGroupSize(const KernelFacts& facts) {
  const auto& required = facts.requiredLocalSize;
  if (required[0] == 0) return Device::kMaxWorkGroupSize;
  return std::max<size_t>(1, required[0]) * std::max<size_t>(1, required[1]) *
         std::max<size_t>(1, required[2]);
}

}  // namespace

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                                   size_t param_value_size, void* param_value,
                                   size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_FUNCTION_NAME: return info.writeText(self.facts().name);
      case CL_KERNEL_NUM_ARGS:
        return info.write<cl_uint>(cl_uint(self.facts().arguments.size()));
      case CL_KERNEL_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_KERNEL_CONTEXT:
        return info.write<cl_context>(self.program().context().handle());
      case CL_KERNEL_PROGRAM: return info.write<cl_program>(self.program().handle());
      case CL_KERNEL_ATTRIBUTES: return info.writeText(self.facts().attributes);
    }
    return CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index,
                                      cl_kernel_arg_info param_name, size_t param_value_size,
                                      void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    // The kernel has fewer arguments.
    if (arg_index >= self.facts().arguments.size()) return CL_INVALID_ARG_INDEX;
    const KernelArgument& argument = self.facts().arguments[arg_index];
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return info.write<cl_kernel_arg_address_qualifier>(addressQualifier(argument));
      case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return info.write<cl_kernel_arg_access_qualifier>(accessQualifier(argument));
      case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return info.write<cl_kernel_arg_type_qualifier>(typeQualifier(argument));
      // The module does not say.
      case CL_KERNEL_ARG_TYPE_NAME:
        if (argument.typeName.empty()) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
        return info.writeText(argument.typeName);
      case CL_KERNEL_ARG_NAME:
        if (argument.name.empty()) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
        return info.writeText(argument.name);
    }
    return CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    TRY(Device & on, deviceOf(self.program(), device));
    const KernelFacts& facts = self.facts();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      // For custom devices and built-in kernels only.
      case CL_KERNEL_GLOBAL_WORK_SIZE: return CL_INVALID_VALUE;
      case CL_KERNEL_WORK_GROUP_SIZE: return info.write<size_t>(workGroupSize(facts));
      case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return info.writeArray(std::array<size_t, 3>{facts.requiredLocalSize[0],
                                                     facts.requiredLocalSize[1],
                                                     facts.requiredLocalSize[2]});
      case CL_KERNEL_LOCAL_MEM_SIZE: return info.write<cl_ulong>(self.localBytes());
      case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return info.write<size_t>(on.vectorLanes(4));
      case CL_KERNEL_PRIVATE_MEM_SIZE: return info.write<cl_ulong>(facts.privateBytes);
    }
    return CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                           cl_kernel_sub_group_info, size_t, const void*, size_t,
                                           void*, size_t*) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    TRY(Device & on [[maybe_unused]], deviceOf(self.program(), device));
    // The device has no sub-groups.
    return CL_INVALID_OPERATION;
  });
}
