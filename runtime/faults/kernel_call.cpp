// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entering and leaving kernel code. Kernel code owns nothing, so nothing has to be released where
// it is left. A callback of a kernel reads the kernel's memory through lanewiseReadString, which a
// fault ends in the same way. The functions in assembly are in enter_kernel_<architecture>.cpp.
#include "runtime/faults/kernel_call.h"

#include "runtime/faults/fault_handler.h"
#include "runtime/faults/kernel_time_limit.h"

#include <algorithm>
#include <utility>

/// Goes to lanewiseLeaveKernel from a callback of the kernel.
extern "C" [[noreturn]] void lanewiseLeaveCallback(lanewise::KernelCall& call);
/// Copies up to `most` bytes, none of them 0. The number of bytes, -1 after a fault.
extern "C" int64_t lanewiseReadString(char* to, const char* from, uint64_t most);
/// True after a fault.
extern "C" bool lanewiseCopy(void* to, const void* from, uint64_t sizeBytes);

/// What lanewiseCallKernel calls.
extern "C" [[gnu::used, gnu::visibility("hidden")]] void lanewiseRunGroups(
    lanewise::abi::Entry entry, const lanewise::abi::Launch& launch,
    const lanewise::abi::Worker& worker, uint64_t first, uint64_t end) {
  lanewise::abi::runGroups(entry, launch, worker, first, end);
}

namespace lanewise {

thread_local constinit detail::KernelThread detail::kernelThread{};

void KernelCall::leaveAtLimit() {
  KernelCall* call = detail::kernelThread.call;
  if (!call || !call->limit_ || !call->limit_->hasPassed()) return;
  detail::kernelThread.call = nullptr;
  call->fault_ = {};
  lanewiseLeaveCallback(*call);
}

bool KernelCall::readString(std::string& text, const char* from, size_t mostBytes) {
  char part[256];
  while (mostBytes != 0) {
    const size_t asked = std::min(mostBytes, sizeof part);
    const int64_t count = lanewiseReadString(part, from, asked);
    if (count < 0) return false;
    text.append(part, static_cast<size_t>(count));
    if (static_cast<size_t>(count) != asked) return true;
    from += asked;
    mostBytes -= asked;
  }
  return true;
}

bool KernelCall::copy(void* to, const void* from, size_t sizeBytes) {
  return !lanewiseCopy(to, from, sizeBytes);
}

bool KernelCall::isInKernel() { return detail::kernelThread.call != nullptr; }

void KernelCall::leaveAtRead(const void* returnAddress) {
  KernelCall* call = std::exchange(detail::kernelThread.call, nullptr);
  // The address of the call. A kernel that jumps to its callback has none.
  const auto instruction = reinterpret_cast<uintptr_t>(returnAddress) - 1;
  call->fault_.instruction = call->code_.contains(instruction) ? instruction : 0;
  call->fault_.isInCallback = true;
  lanewiseLeaveCallback(*call);
}

}  // namespace lanewise
