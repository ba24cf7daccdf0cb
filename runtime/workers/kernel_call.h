// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of kernel code that survives faults of the kernel: invalid memory accesses, divisions,
// traps, stack overflow. The handler of such a signal (kernel_faults.cpp) writes what happened into
// the call and returns to it. docs/design/faults.md gives the reasons. Used by every caller of
// kernel code.
#pragma once

#include "interface/kernel_abi.h"

#include <cstdint>

namespace lanewise {

/// Addresses of kernel code. A fault at another instruction is not the kernel's.
struct CodeRange {
  uintptr_t begin = 0, end = 0;
  bool contains(uintptr_t address) const { return address >= begin && address < end; }
};

/// Why the kernel was left.
struct KernelFault {
  int signal;  // SIGSEGV, SIGBUS, SIGFPE or SIGILL
  int code;    // si_code
  bool isWrite;
  uintptr_t address;      // of the access; 0 if the processor does not tell
  uintptr_t instruction;  // in the range of the call
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

  /// \pre run() returned false.
  const KernelFault& fault() const { return fault_; }

 private:
  friend struct FaultHandler;

  void* stack_;  // set by lanewiseCallKernel: the first member
  const CodeRange& code_;
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

/// Installs the handlers, once a process, and an alternate stack for this thread. Before the first
/// call of a thread.
void prepareForFaults();

}  // namespace detail

/// Calls abi::runGroups. True if the handler left it. In kernel_faults.cpp, in assembly.
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
