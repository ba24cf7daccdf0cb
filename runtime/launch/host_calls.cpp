// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per row of interface/host_calls.def, of the same name.
#include "runtime/launch/host_calls.h"

#include "runtime/faults/kernel_call.h"
#include "runtime/launch/device_queue_calls.h"

namespace lanewise {
namespace {

namespace calls {

using abi::Launch;
#define HOST_CALL(name, result, parameters) result name parameters;
#include "interface/host_calls.def"

HostCallContext& contextOf(const Launch* launch) {
  return *static_cast<HostCallContext*>(launch->host);
}

int32_t printf(const Launch* launch, const char* format, const void* values, uint64_t sizeBytes) {
  PrintfOutput* output = contextOf(launch).printfOutput;
  const Printed printed =
      output ? output->print(format, {static_cast<const std::byte*>(values), sizeBytes})
             : Printed::Not;
  if (printed == Printed::UnreadableString) KernelCall::leaveAtRead(__builtin_return_address(0));
  KernelCall::leaveAtLimit();
  return printed == Printed::All ? 0 : -1;
}

void fail(const Launch* launch, const char* message) {
  const char* none = nullptr;
  contextOf(launch).failure.compare_exchange_strong(none, message, std::memory_order_relaxed);
}

int64_t deviceQueue(const Launch* launch, uint32_t call, const uint64_t* operands) {
  const std::optional<int64_t> result =
      answerDeviceQueueCall(contextOf(launch).parent, static_cast<DeviceQueueCall>(call), operands);
  if (!result) KernelCall::leaveAtRead(__builtin_return_address(0));
  KernelCall::leaveAtLimit();
  return *result;
}

}  // namespace calls

}  // namespace

void setHostCalls(abi::Launch& launch) {
#define HOST_CALL(name, result, parameters) launch.name = calls::name;
#include "interface/host_calls.def"
}

}  // namespace lanewise
