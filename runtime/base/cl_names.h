// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of OpenCL 3.1 and of extensions that are missing in older installed headers. The numbers
// come from the OpenCL registry (xml/cl.xml of OpenCL-Docs).
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstdint>

#ifndef CL_ICD2_TAG_KHR
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif
#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif
#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif
#ifndef CL_UUID_SIZE
#define CL_UUID_SIZE 16
#define CL_LUID_SIZE 8
#endif
#ifndef CL_DEVICE_MAX_WORK_GROUP_SIZES
#define CL_DEVICE_MAX_WORK_GROUP_SIZES 0x1005
#endif
#ifndef CL_DEVICE_UUID
#define CL_DEVICE_UUID 0x106A
#define CL_DRIVER_UUID 0x106B
#define CL_DEVICE_LUID_VALID 0x106C
#define CL_DEVICE_LUID 0x106D
#define CL_DEVICE_NODE_MASK 0x106E
#endif
#ifndef CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES
#define CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES 0x1073
#define CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT 0x1074
#define CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED 0x1075
#endif
#ifndef CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES 0x12BB
#endif
// cl_khr_command_buffer 0.9.6, cl_khr_command_buffer_mutable_dispatch 0.9.5
#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif

// cl_intel_concurrent_dispatch 0.9.0
#ifndef CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL 0x4257
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL 0
#define CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL 1
#endif

extern "C" {
cl_int CL_API_CALL clGetKernelMaxConcurrentWorkGroupCountINTEL(cl_command_queue command_queue,
                                                               cl_kernel kernel, cl_uint work_dim,
                                                               const size_t* global_work_offset,
                                                               const size_t* local_work_size,
                                                               size_t* max_work_group_count);
cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms,
                                          cl_uint* num_platforms);
cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue,
                                                     cl_kernel kernel, cl_uint work_dim,
                                                     const size_t* global_work_offset,
                                                     const size_t* global_work_size,
                                                     size_t* suggested_local_work_size);
}
