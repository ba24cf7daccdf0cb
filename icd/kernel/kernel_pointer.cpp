// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers as kernel arguments, and other memory that a kernel may use: SVM, USM and device
// addresses. Kernel code can reach all memory of the process, so any pointer is a valid argument
// (only dereferencing it may be invalid), and the lists of clSetKernelExecInfo must only be
// well-formed.
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/kernel/kernel_arguments.h"
#include "icd/memory/svm_support.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/base/svm_names.h"
#include "runtime/device/extension_lists.h"
#include "runtime/program/kernel.h"
#include "runtime/program/program.h"

#include <cstring>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

enum class ConstantMemory { Allowed, NotAllowed };

Status setPointer(Kernel& self, cl_uint index, const void* pointer, ConstantMemory constant) {
  const auto& arguments = self.metadata().arguments;
  // The kernel has fewer arguments.
  if (index >= arguments.size()) return noSuchArgument(self, index);
  // The argument is not a pointer to global (or, where that is allowed, constant) memory.
  const KernelArgument& argument = arguments[index];
  const bool isConstant = argument.addressSpace == AddressSpace::Constant;
  if (argument.kind != ArgumentKind::Pointer ||
      (isConstant && constant == ConstantMemory::NotAllowed))
    return {
        CL_INVALID_ARG_INDEX,
        "argument " + std::to_string(index) + " of kernel '" + self.metadata().name +
            "' is not a pointer to " +
            (constant == ConstantMemory::Allowed ? "global or constant memory" : "global memory")};
  self.setPointer(index, pointer);
  return {};
}

/// CL_INVALID_VALUE: not a list of elements of that size, or a size and no list.
Status checkPointers(size_t elementBytes, size_t sizeBytes, const void* list) {
  if (sizeBytes % elementBytes != 0)
    return {CL_INVALID_VALUE, "param_value_size " + std::to_string(sizeBytes) +
                                  " is not a multiple of " + std::to_string(elementBytes)};
  return sizeBytes ? checkGiven("param_value", list) : Status();
}

/// CL_INVALID_VALUE: another size, or no value.
Status checkSize(size_t expected, size_t sizeBytes, const void* value) {
  if (sizeBytes != expected)
    return {CL_INVALID_VALUE, "param_value_size " + std::to_string(sizeBytes) + " is not " +
                                  std::to_string(expected)};
  return checkGiven("param_value", value);
}

Status setDispatchType(Kernel& kernel, size_t sizeBytes, const void* value) {
  // A query of an extension that the device does not have.
  if (!extensionLists().hasExtension("cl_intel_concurrent_dispatch"))
    return unknownName(CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL);
  cl_uint type = 0;
  // Another size, no value, or an unknown one.
  TRY_STATUS(checkSize(sizeof type, sizeBytes, value));
  std::memcpy(&type, value, sizeof type);
  if (type > CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL)
    return {CL_INVALID_VALUE, "unknown dispatch type " + std::to_string(type)};
  kernel.setConcurrent(type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL);
  return {};
}

}  // namespace

Status icd::setSvmArgument(Kernel& kernel, cl_uint index, const void* pointer) {
  TRY_STATUS(checkSvmSupport(kernel.program().context()));
  return setPointer(kernel, index, pointer, ConstantMemory::Allowed);
}

Status icd::setExecInfo(Kernel& kernel, cl_kernel_exec_info name, size_t sizeBytes,
                        const void* value) {
  switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
      TRY_STATUS(checkSvmSupport(kernel.program().context()));
      return checkPointers(sizeof(void*), sizeBytes, value);
    case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
      return checkPointers(sizeof(cl_mem_device_address_ext), sizeBytes, value);
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
      return checkSize(sizeof(cl_bool), sizeBytes, value);
    case CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL: return setDispatchType(kernel, sizeBytes, value);
  }
  return unknownName(name);
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
                                            const void* arg_value) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    return setSvmArgument(self, arg_index, arg_value);
  });
}

cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index,
                                                 const void* arg_value) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    TRY_STATUS(checkSvmSupport(self.program().context()));
    return setPointer(self, arg_index, arg_value, ConstantMemory::Allowed);
  });
}

cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                  cl_mem_device_address_ext arg_value) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    return setPointer(self, arg_index, reinterpret_cast<const void*>(arg_value),
                      ConstantMemory::NotAllowed);
  });
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                                       size_t param_value_size, const void* param_value) {
  return entry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    return setExecInfo(self, param_name, param_value_size, param_value);
  });
}
