// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting arguments and other state of a kernel for launches, as clSetKernelArg,
// clSetKernelArgSVMPointer and clSetKernelExecInfo do it. Also called by updates of recorded
// launches.
#pragma once

#include "runtime/program/kernel.h"

namespace lanewise::icd {

/// CL_INVALID_ARG_INDEX, with a message.
Status noSuchArgument(const Kernel& kernel, cl_uint index);
/// The errors of clSetKernelArg.
Status setArgument(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value);
/// The errors of clSetKernelArgSVMPointer.
Status setSvmArgument(Kernel& kernel, cl_uint index, const void* pointer);
/// The errors of clSetKernelExecInfo.
Status setExecInfo(Kernel& kernel, cl_kernel_exec_info name, size_t sizeBytes, const void* value);

}  // namespace lanewise::icd
