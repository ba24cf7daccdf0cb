// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes: clCreatePipe and clGetPipeInfo.
#include "runtime/memory/pipe.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "interface/pipe_layout.h"
#include "runtime/context/context.h"
#include "runtime/context/device_limit.h"
#include "runtime/device/extension_lists.h"

#include <CL/cl.h>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// CL_INVALID_VALUE: flags that a pipe does not have.
Status checkPipeFlags(cl_mem_flags flags) {
  // Immutable memory has no packets that could be written.
  return checkKnown("flags", flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
}

Status checkPacketSize(cl_uint packetBytes) {
  if (packetBytes == 0) return {CL_INVALID_PIPE_SIZE, "pipe_packet_size is 0"};
  if (packetBytes <= Device::kMaxPipePacketBytes) return {};
  return {CL_INVALID_PIPE_SIZE, "pipe_packet_size " + std::to_string(packetBytes) +
                                    " exceeds CL_DEVICE_PIPE_MAX_PACKET_SIZE " +
                                    std::to_string(Device::kMaxPipePacketBytes)};
}

/// CL_MEM_OBJECT_ALLOCATION_FAILURE: the pipe is larger than any memory object.
Status checkPipeBytes(Context& context, cl_uint packetBytes, cl_uint maxPackets) {
  const uint64_t bytes = pipeBytes(packetBytes, maxPackets);
  const uint64_t most = context.devices().front()->maxAllocationBytes();
  if (bytes <= most) return {};
  return limitedBy(context, Device::keyOfAllocation(),
                   {CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    std::to_string(maxPackets) + " packets of " + std::to_string(packetBytes) +
                        " bytes exceed CL_DEVICE_MAX_MEM_ALLOC_SIZE " + std::to_string(most)});
}

}  // namespace

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                cl_uint pipe_max_packets, const cl_pipe_properties* properties,
                                cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<MemObject*> {
    TRY(Context & in, get<Context>(context));
    // No device of the context has pipes.
    if (!extensionLists().hasPipes) return fail(CL_INVALID_OPERATION, "unsupported: pipes");
    TRY_STATUS(checkPipeFlags(flags));
    // properties is not null: none is defined.
    if (properties) return fail(CL_INVALID_VALUE, "properties is not null");
    // pipe_packet_size is 0 or exceeds the limit of all devices, or pipe_max_packets is 0.
    TRY_STATUS(checkPacketSize(pipe_packet_size));
    if (pipe_max_packets == 0) return fail(CL_INVALID_PIPE_SIZE, "pipe_max_packets is 0");
    TRY_STATUS(checkPipeBytes(in, pipe_packet_size, pipe_max_packets));
    constexpr cl_mem_flags kDefault = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    return createPipe(in, flags ? flags : kDefault, pipe_packet_size, pipe_max_packets);
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                                 void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(const MemObject& object, get<MemObject>(pipe));
    // A memory object, but not a pipe.
    const pipes::Pipe* const self = object.pipe();
    if (!self) return CL_INVALID_MEM_OBJECT;
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PIPE_PACKET_SIZE: return info.write<cl_uint>(self->packetBytes);
      case CL_PIPE_MAX_PACKETS: return info.write<cl_uint>(self->capacity);
      case CL_PIPE_PROPERTIES: return info.writeNothing();
    }
    return unknownName(param_name);
  });
}
