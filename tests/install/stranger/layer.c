/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A layer of the loader (OPENCL_LAYERS) that prints the names of enqueued kernels. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <stdio.h>
#include <string.h>

static cl_icd_dispatch table;
static const cl_icd_dispatch* target;

static cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                  const size_t* global, const size_t* local, cl_uint count, const cl_event* waits,
                                  cl_event* event) {
  char name[64] = "";
  target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
  printf("layer: %s\n", name);
  return target->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, waits, event);
}

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* sizeRet) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  static const char text[] = "lanewise test";
  const size_t bytes = name == CL_LAYER_NAME ? sizeof text : sizeof version;
  if (name != CL_LAYER_NAME && name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
  if (value && size < bytes) return CL_INVALID_VALUE;
  if (value) memcpy(value, name == CL_LAYER_NAME ? (const void*)text : &version, bytes);
  if (sizeRet) *sizeRet = bytes;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* below, cl_uint* countRet,
                               const cl_icd_dispatch** above) {
  (void)count;
  target = below;
  table.clEnqueueNDRangeKernel = enqueue;
  *countRet = sizeof table / sizeof table.clGetPlatformIDs;
  *above = &table;
  return CL_SUCCESS;
}

/* What newer loaders call instead. */
cl_int CL_API_CALL clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch* below, cl_uint* countRet,
                                             const cl_icd_dispatch** above, const void* properties) {
  (void)properties;
  return clInitLayer(count, below, countRet, above);
}
