// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what the processor tells about a fault to a sentence. The sentence is made on a thread of
// its own: the thread of the fault may be one of the application with little stack, and line tables
// need more.
#include "runtime/faults/fault_message.h"

#include "interface/trap_address.h"
#include "runtime/base/config.h"
#include "runtime/base/futex.h"
#include "runtime/base/thread.h"
#include "runtime/faults/source_line.h"

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <new>

namespace lanewise {
namespace {

std::string hexadecimal(uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(number));
  return text;
}

/// Below the end of the calling thread's stack, no further than a function's variables take.
bool isBelowStack(uintptr_t address) {
  constexpr uintptr_t kReachBytes = 1 << 20;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void* lowest = nullptr;
  size_t sizeBytes = 0, guardBytes = 0;
  pthread_attr_getstack(&attributes, &lowest, &sizeBytes);
  pthread_attr_getguardsize(&attributes, &guardBytes);
  pthread_attr_destroy(&attributes);
  const auto end = reinterpret_cast<uintptr_t>(lowest) + guardBytes;
  return address < end && end - address <= kReachBytes;
}

bool isMemoryAccess(const KernelFault& fault) {
  return fault.signal == SIGSEGV && (fault.code == SEGV_MAPERR || fault.code == SEGV_ACCERR);
}

std::string memoryFault(const KernelFault& fault, bool isOverflow) {
  if (!isMemoryAccess(fault)) return "access to an invalid or misaligned address";
  if (fault.isWrite && fault.address == kTrapAddress) return "__builtin_trap()";
  if (isOverflow) return "stack overflow at " + hexadecimal(fault.address);
  return std::string(fault.isJump    ? "jump to "
                     : fault.isWrite ? "write to "
                                     : "read of ") +
         (fault.code == SEGV_MAPERR ? "unmapped" : "protected") + " memory at " +
         hexadecimal(fault.address);
}

std::string reason(const KernelFault& fault, bool isOverflow) {
  switch (fault.signal) {
    case 0:
      return "it did not end within " + std::to_string(config().kernelSeconds) +
             " s (LANEWISE_KERNEL_SECONDS)";
    case SIGSEGV: return memoryFault(fault, isOverflow) + " (SIGSEGV)";
    case SIGBUS:
      return "access to memory without contents at " + hexadecimal(fault.address) + " (SIGBUS)";
    case SIGFPE: return "integer division by 0 or overflow of its result (SIGFPE)";
    default: return "trap instruction (SIGILL)";
  }
}

std::string groupId(std::span<const uint64_t, 3> numGroups, uint64_t number) {
  const uint64_t row = number / numGroups[0];
  return "(" + std::to_string(number % numGroups[0]) + ", " + std::to_string(row % numGroups[1]) +
         ", " + std::to_string(row / numGroups[1]) + ")";
}

std::string sentence(const std::string& kernel, const CodeImage& image, const KernelFault& fault,
                     const GroupsOfCall& groups, bool isOverflow) {
  std::string message = "kernel '" + kernel + "' failed: " + reason(fault, isOverflow);
  if (fault.isInCallback) message += " by printf";
  const auto& [numGroups, first, end] = groups;
  message += end - first == 1 ? ", in work-group " : ", in work-groups ";
  message += groupId(numGroups, first);
  if (end - first > 1) message += " to " + groupId(numGroups, end - 1);
  if (fault.instruction == 0) return message;
  const uint64_t address = fault.instruction - image.loadAddress;
  if (const std::string line = sourceLine(image.file, address); !line.empty())
    message += ", at " + line;
  message += ", instruction " + hexadecimal(address) + " of its code";
  return message;
}

/// Calls make() on a thread of its own and waits for its end. False if there is no thread.
template <class Make>
bool onOwnThread(Make make) {
  std::atomic<uint32_t> done{0};
  const auto run = [&] {
    make();
    // The word is gone once the other thread sees the store: only its address is used after that.
    done.store(1, std::memory_order_release);
    futexWakeOne(done);
  };
  if (!startThread("lanewise-fault", run).ok()) return false;
  while (!done.load(std::memory_order_acquire)) futexWait(done, 0);
  return true;
}

}  // namespace

std::string faultMessage(const std::string& kernel, const CodeImage& image,
                         const KernelFault& fault, const GroupsOfCall& groups) {
  const bool isOverflow = isMemoryAccess(fault) && isBelowStack(fault.address);
  std::string message;
  const auto make = [&]() noexcept {
    try {
      message = sentence(kernel, image, fault, groups, isOverflow);
    } catch (const std::bad_alloc&) {
      // The command has its error code in any case.
    }
  };
  if (onOwnThread(make)) return message;
  if (isOverflow) return "kernel '" + kernel + "' failed: stack overflow";
  make();
  return message;
}

}  // namespace lanewise
