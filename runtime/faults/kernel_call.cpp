// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entering and leaving kernel code, in assembly. Kernel code owns nothing, so nothing has to be
// released where it is left. A callback of a kernel reads the kernel's memory through
// lanewiseReadString, which a fault ends in the same way.
#include "runtime/faults/kernel_call.h"

#include "runtime/faults/fault_handler.h"
#include "runtime/faults/kernel_time_limit.h"

#include <algorithm>
#include <utility>

#if !defined(__x86_64__)
#error "no lanewiseCallKernel for this architecture"
#endif

// All registers that a function must keep are on the stack while the kernel runs.
asm(R"(
.text
.p2align 4
.globl lanewiseCallKernel
.hidden lanewiseCallKernel
.type lanewiseCallKernel, @function
lanewiseCallKernel:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  movq %rsp, (%r9)
  callq lanewiseRunGroups
  xorl %eax, %eax
.LlanewiseReturn:
  movq 8(%rsp), %r15
  movq 16(%rsp), %r14
  movq 24(%rsp), %r13
  movq 32(%rsp), %r12
  movq 40(%rsp), %rbx
  movq 48(%rsp), %rbp
  addq $56, %rsp
  .cfi_def_cfa %rsp, 8
  retq
.globl lanewiseLeaveKernel
.hidden lanewiseLeaveKernel
lanewiseLeaveKernel:
  .cfi_def_cfa %rsp, 64
  movl $1, %eax
  jmp .LlanewiseReturn
  .cfi_endproc
.size lanewiseCallKernel, .-lanewiseCallKernel
.p2align 4
.globl lanewiseLeaveCallback
.hidden lanewiseLeaveCallback
.type lanewiseLeaveCallback, @function
lanewiseLeaveCallback:
  movq (%rdi), %rsp
  jmp lanewiseLeaveKernel
.size lanewiseLeaveCallback, .-lanewiseLeaveCallback
.p2align 4
.globl lanewiseReadString
.hidden lanewiseReadString
.type lanewiseReadString, @function
lanewiseReadString:
  .cfi_startproc
  xorl %eax, %eax
  cmpq %rdx, %rax
  je 2f
1:
.globl lanewiseReadByte
.hidden lanewiseReadByte
lanewiseReadByte:
  movzbl (%rsi,%rax), %ecx
  testb %cl, %cl
  je 2f
  movb %cl, (%rdi,%rax)
  incq %rax
  cmpq %rdx, %rax
  jne 1b
2:
  retq
.globl lanewiseReadFailed
.hidden lanewiseReadFailed
lanewiseReadFailed:
  movq $-1, %rax
  retq
  .cfi_endproc
.size lanewiseReadString, .-lanewiseReadString
.p2align 4
.globl lanewiseCopy
.hidden lanewiseCopy
.type lanewiseCopy, @function
lanewiseCopy:
  .cfi_startproc
  movq %rdx, %rcx
  xorl %eax, %eax
.globl lanewiseCopyBytes
.hidden lanewiseCopyBytes
lanewiseCopyBytes:
  rep movsb
  retq
.globl lanewiseCopyFailed
.hidden lanewiseCopyFailed
lanewiseCopyFailed:
  movl $1, %eax
  retq
  .cfi_endproc
.size lanewiseCopy, .-lanewiseCopy
)");

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
