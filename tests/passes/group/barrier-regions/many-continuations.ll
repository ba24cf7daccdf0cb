; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A chain of n branches around barriers: the last block is reached from all n barriers, but is not
; copied n times.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
; CHECK-LABEL: define void @chain(
; CHECK: switch i32
; CHECK: attributes
declare void @lanewise.barrier()
define void @chain(ptr %p, i32 %n) "lanewise-kernel"="chain" "lanewise-arguments"="v0,v8" {
entry:
  br label %if0
if0:
  %b0 = and i32 %n, 1
  %c0 = icmp eq i32 %b0, 0
  br i1 %c0, label %wait0, label %if1
wait0:
  call void @lanewise.barrier()
  br label %if1
if1:
  %b1 = and i32 %n, 2
  %c1 = icmp eq i32 %b1, 0
  br i1 %c1, label %wait1, label %if2
wait1:
  call void @lanewise.barrier()
  br label %if2
if2:
  %b2 = and i32 %n, 4
  %c2 = icmp eq i32 %b2, 0
  br i1 %c2, label %wait2, label %if3
wait2:
  call void @lanewise.barrier()
  br label %if3
if3:
  %b3 = and i32 %n, 8
  %c3 = icmp eq i32 %b3, 0
  br i1 %c3, label %wait3, label %if4
wait3:
  call void @lanewise.barrier()
  br label %if4
if4:
  %b4 = and i32 %n, 16
  %c4 = icmp eq i32 %b4, 0
  br i1 %c4, label %wait4, label %if5
wait4:
  call void @lanewise.barrier()
  br label %if5
if5:
  %b5 = and i32 %n, 32
  %c5 = icmp eq i32 %b5, 0
  br i1 %c5, label %wait5, label %if6
wait5:
  call void @lanewise.barrier()
  br label %if6
if6:
  %b6 = and i32 %n, 64
  %c6 = icmp eq i32 %b6, 0
  br i1 %c6, label %wait6, label %if7
wait6:
  call void @lanewise.barrier()
  br label %if7
if7:
  %b7 = and i32 %n, 128
  %c7 = icmp eq i32 %b7, 0
  br i1 %c7, label %wait7, label %if8
wait7:
  call void @lanewise.barrier()
  br label %if8
if8:
  %b8 = and i32 %n, 256
  %c8 = icmp eq i32 %b8, 0
  br i1 %c8, label %wait8, label %if9
wait8:
  call void @lanewise.barrier()
  br label %if9
if9:
  %b9 = and i32 %n, 512
  %c9 = icmp eq i32 %b9, 0
  br i1 %c9, label %wait9, label %if10
wait9:
  call void @lanewise.barrier()
  br label %if10
if10:
  %b10 = and i32 %n, 1024
  %c10 = icmp eq i32 %b10, 0
  br i1 %c10, label %wait10, label %if11
wait10:
  call void @lanewise.barrier()
  br label %if11
if11:
  %b11 = and i32 %n, 2048
  %c11 = icmp eq i32 %b11, 0
  br i1 %c11, label %wait11, label %if12
wait11:
  call void @lanewise.barrier()
  br label %if12
if12:
  store i32 77, ptr %p
  ret void
}
