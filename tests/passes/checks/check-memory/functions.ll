; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An access of a function out of line is compared with what the function got for its pointer.
; RUN: %cc --passes=pass-pointer-places,check-memory %s | FileCheck %s
; CHECK: c"memory\0Aread of 4 bytes\0Aparameter 0\0A\00"
; CHECK-LABEL: define internal i32 @guest.f(
; CHECK-SAME: %p, i64 %[[INDEX:.*]], i64 %[[OFFSET:.*]], i64 %[[READABLE:.*]], i64 %{{.*}})
; CHECK: %[[END:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[READABLE]], i64 3)
; CHECK: %[[BAD:.*]] = icmp uge i64 %{{.*}}, %[[END]]
; CHECK: br i1 %[[BAD]]
define void @k(ptr %a, i64 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8" "lanewise-checked-arguments"="g24,-" "lanewise-checked-launch"="16" {
  %x = call i32 @guest.f(ptr %a, i64 %i)
  store i32 %x, ptr %a, align 4
  ret void
}
define internal i32 @guest.f(ptr %p, i64 %i) "lanewise-out-of-line" {
  %at = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %at, align 4
  ret i32 %x
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
