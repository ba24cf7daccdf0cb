// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of kernel code that survives faults of the kernel: invalid memory accesses, jumps to where
// no code is, divisions, traps, stack overflow. The handler of such a signal (fault_handler.cpp)
// writes what happened into the call and returns to it. docs/design/faults.md gives the reasons.
// Used by every caller of kernel code.
#pragma once

#include "interface/kernel_abi.h"
#include "runtime/faults/code_image.h"
#include "runtime/faults/fault_handler.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lanewise {

class KernelTimeLimit;

/// Why the kernel was left.
struct KernelFault {
  int signal = 0;  // SIGSEGV, SIGBUS, SIGFPE or SIGILL; 0: the time limit has passed
  int code = 0;    // si_code
  bool isWrite = false;
  bool isJump = false;        // to `address`, where no code is
  uintptr_t address = 0;      // of the access; 0 if the processor does not tell
  uintptr_t instruction = 0;  // in the range of the call; 0: unknown, or the kernel was not entered
  bool isInCallback = false;  // of readString() and copy(): at the call instruction of the kernel
};

/// A call of kernel code on the calling thread.
class KernelCall {
 public:
  explicit KernelCall(const CodeRange& code) : code_(code) {}
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;

  /// Runs the groups [first, end). False if the kernel was left because of a fault.
  bool run(abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker, uint64_t first,
           uint64_t end);

  /// In a callback of the kernel, at its end: leaves the kernel if its time limit has passed. No
  /// frame between the kernel and the caller may have something to destroy.
  static void leaveAtLimit();

  /// In a callback of the kernel: appends a string of its memory, up to the NUL or to `mostBytes`.
  /// False after a fault: then the callback ends with leaveAtRead().
  static bool readString(std::string& text, const char* from, size_t mostBytes);
  /// In a callback of the kernel: copies from its memory, or to it. False after a fault, as above.
  static bool copy(void* to, const void* from, size_t sizeBytes);
  /// Whether the calling thread is in a callback of a kernel.
  static bool isInKernel();
  /// In a callback of the kernel: leaves the kernel because of the fault of readString() or copy().
  /// `returnAddress` is that of the callback. No frame between the kernel and the caller may have
  /// something to destroy.
  [[noreturn]] static void leaveAtRead(const void* returnAddress);

  /// \pre run() returned false.
  const KernelFault& fault() const { return fault_; }

 private:
  friend struct FaultHandler;
  friend class KernelTimeLimit;

  void* stack_;  // set by lanewiseCallKernel: the first member
  const CodeRange& code_;
  const KernelTimeLimit* limit_ = nullptr;  // if there is one
  KernelFault fault_;
};

namespace detail {

/// What the handler reads of the thread that it interrupts. The address of the variable is known
/// without a call, which could allocate memory in the handler.
struct KernelThread {
  KernelCall* call = nullptr;  // in kernel code, or in a callback of it
  bool prepared = false;
};
extern thread_local constinit KernelThread kernelThread __attribute__((tls_model("initial-exec")));

}  // namespace detail

/// Calls abi::runGroups. True if the handler left it. In enter_kernel_<architecture>.cpp.
extern "C" bool lanewiseCallKernel(abi::Entry entry, const abi::Launch& launch,
                                   const abi::Worker& worker, uint64_t first, uint64_t end,
                                   KernelCall& call);

inline bool KernelCall::run(abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker,
                            uint64_t first, uint64_t end) {
  detail::KernelThread& thread = detail::kernelThread;
  if (!thread.prepared) [[unlikely]]
    detail::prepareForFaults();
  thread.call = this;
  const bool left = lanewiseCallKernel(entry, launch, worker, first, end, *this);
  thread.call = nullptr;
  return !left;
}

}  // namespace lanewise
