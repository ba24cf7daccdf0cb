// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entering and leaving kernel code on x86-64: the functions that kernel_call.cpp and
// fault_handler.cpp declare.

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
.globl lanewiseCopied
.hidden lanewiseCopied
lanewiseCopied:
  retq
.globl lanewiseCopyFailed
.hidden lanewiseCopyFailed
lanewiseCopyFailed:
  movl $1, %eax
  retq
  .cfi_endproc
.size lanewiseCopy, .-lanewiseCopy
)");
