// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entering and leaving kernel code on AArch64: the functions that kernel_call.cpp and
// fault_handler.cpp declare.

// All registers that a function must keep are on the stack while the kernel runs.
asm(R"(
.text
.p2align 4
.globl lanewiseCallKernel
.hidden lanewiseCallKernel
.type lanewiseCallKernel, %function
lanewiseCallKernel:
  .cfi_startproc
  stp x29, x30, [sp, #-160]!
  .cfi_def_cfa_offset 160
  .cfi_offset x29, -160
  .cfi_offset x30, -152
  mov x29, sp
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  .cfi_offset x19, -144
  .cfi_offset x20, -136
  .cfi_offset x21, -128
  .cfi_offset x22, -120
  .cfi_offset x23, -112
  .cfi_offset x24, -104
  .cfi_offset x25, -96
  .cfi_offset x26, -88
  .cfi_offset x27, -80
  .cfi_offset x28, -72
  .cfi_offset d8, -64
  .cfi_offset d9, -56
  .cfi_offset d10, -48
  .cfi_offset d11, -40
  .cfi_offset d12, -32
  .cfi_offset d13, -24
  .cfi_offset d14, -16
  .cfi_offset d15, -8
  mov x9, sp
  str x9, [x5]
  bl lanewiseRunGroups
  mov w0, #0
.LlanewiseReturn:
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  ldp x29, x30, [sp], #160
  .cfi_remember_state
  .cfi_def_cfa_offset 0
  ret
  .cfi_restore_state
.globl lanewiseLeaveKernel
.hidden lanewiseLeaveKernel
lanewiseLeaveKernel:
  mov w0, #1
  b .LlanewiseReturn
  .cfi_endproc
.size lanewiseCallKernel, .-lanewiseCallKernel
.p2align 4
.globl lanewiseLeaveCallback
.hidden lanewiseLeaveCallback
.type lanewiseLeaveCallback, %function
lanewiseLeaveCallback:
  ldr x9, [x0]
  mov sp, x9
  b lanewiseLeaveKernel
.size lanewiseLeaveCallback, .-lanewiseLeaveCallback
.p2align 4
.globl lanewiseReadString
.hidden lanewiseReadString
.type lanewiseReadString, %function
lanewiseReadString:
  .cfi_startproc
  mov x3, #0
  cbz x2, 2f
1:
.globl lanewiseReadByte
.hidden lanewiseReadByte
lanewiseReadByte:
  ldrb w4, [x1, x3]
  cbz w4, 2f
  strb w4, [x0, x3]
  add x3, x3, #1
  cmp x3, x2
  b.ne 1b
2:
  mov x0, x3
  ret
.globl lanewiseReadFailed
.hidden lanewiseReadFailed
lanewiseReadFailed:
  mov x0, #-1
  ret
  .cfi_endproc
.size lanewiseReadString, .-lanewiseReadString
.p2align 4
.globl lanewiseCopy
.hidden lanewiseCopy
.type lanewiseCopy, %function
lanewiseCopy:
  .cfi_startproc
.globl lanewiseCopyBytes
.hidden lanewiseCopyBytes
lanewiseCopyBytes:
  cmp x2, #8
  b.lo 1f
  ldr x3, [x1], #8
  str x3, [x0], #8
  sub x2, x2, #8
  b lanewiseCopyBytes
1:
  cbz x2, lanewiseCopied
  ldrb w3, [x1], #1
  strb w3, [x0], #1
  sub x2, x2, #1
  b 1b
.globl lanewiseCopied
.hidden lanewiseCopied
lanewiseCopied:
  mov w0, #0
  ret
.globl lanewiseCopyFailed
.hidden lanewiseCopyFailed
lanewiseCopyFailed:
  mov w0, #1
  ret
  .cfi_endproc
.size lanewiseCopy, .-lanewiseCopy
)");
