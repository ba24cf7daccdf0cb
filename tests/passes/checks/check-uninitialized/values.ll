; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load takes along which bits nobody has written, operations follow them, and a branch and a store in a buffer report
; them. A copy from buffer to buffer gives them to the other buffer. Values that are written have no code.
; RUN: %cc --passes=check-uninitialized %s | FileCheck %s
; CHECK: uninitialized\0Aa branch depends on memory that nobody has written
; CHECK: uninitialized\0Aa value that depends on memory that nobody has written is stored in\0Aargument 1
; CHECK-LABEL: define void @k(
; CHECK: br i1 %{{.*}}, label %[[WITH:.*]], label %[[BEHIND:.*]]
; CHECK: [[WITH]]:
; CHECK: %[[BITS:.*]] = load i32, ptr %{{.*}}, align 1, !lanewise.check_access
; CHECK: [[BEHIND]]:
; CHECK: %[[SHADOW:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[BITS]], %[[WITH]] ]
; CHECK: %value = load i32, ptr %a
; CHECK-NEXT: %low = and i32 %value, 255
; CHECK-NEXT: %[[LOW:.*]] = and i32 %[[SHADOW]], 255
; CHECK: %isSmall = icmp ult i32 %low, 10
; CHECK-NEXT: %[[UNKNOWN:.*]] = icmp ne i32 %[[LOW]], 0
; CHECK: %[[IS_BAD:.*]] = icmp ne i1 %[[UNKNOWN]], false
; CHECK-NEXT: br i1 %[[IS_BAD]], label %{{.*}}, label %{{.*}}, !prof
; CHECK: br i1 %isSmall
; CHECK: store i32 %[[SHADOW]], ptr %{{.*}}, align 1, !lanewise.check_access
; CHECK: store i32 %value, ptr %b
; CHECK: %sum = add i32 %value, 1
; CHECK: icmp ne i32 %[[SHADOW]], 0
; CHECK: store i32 0, ptr %{{.*}}, align 1, !lanewise.check_access
; CHECK: store i32 %sum, ptr %b
define void @k(ptr %a, ptr %b) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8" "lanewise-checked-arguments"="g24,g88" "lanewise-checked-launch"="16" {
  %value = load i32, ptr %a, align 4
  %low = and i32 %value, 255
  %isSmall = icmp ult i32 %low, 10
  br i1 %isSmall, label %copy, label %end
copy:
  store i32 %value, ptr %b, align 4
  %sum = add i32 %value, 1
  store i32 %sum, ptr %b, align 4
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-uninitialized", i32 1}
