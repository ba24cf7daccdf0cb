; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The shadows of arguments and of the result pass through a variable of the caller, those of an argument that is always
; written do not. A call that has an undefined operand does not make its result unwritten.
; RUN: %cc --passes=pass-pointer-places,check-uninitialized %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %[[FRAME:.*]] = alloca [64 x i8], align 16
; CHECK: %value = load i32, ptr %a
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[FRAME]], i64 16
; CHECK-NEXT: store i32 %{{.*}}, ptr %[[AT]], align 16, !lanewise.check_access
; CHECK: %x = call i32 @guest.f(i32 %value, i32 1, i64 %{{.*}}, ptr %[[FRAME]])
; CHECK-NEXT: %[[RESULT:.*]] = getelementptr i8, ptr %[[FRAME]], i64 0
; CHECK-NEXT: load i32, ptr %[[RESULT]], align 16, !lanewise.check_access
; CHECK: %y = call i32 @guest.g(i32 undef
; CHECK: store i32 0, ptr %{{.*}}, align 1, !lanewise.check_access
; CHECK: store i32 %y, ptr %a
; CHECK-LABEL: define internal i32 @guest.f(
; CHECK-SAME: ptr %[[PASSED:.*]])
; CHECK: %[[FROM:.*]] = getelementptr i8, ptr %[[PASSED]], i64 16
; CHECK-NEXT: %[[SHADOW:.*]] = load i32, ptr %[[FROM]], align 16
; CHECK: %[[TO:.*]] = getelementptr i8, ptr %[[PASSED]], i64 0
; CHECK-NEXT: store i32 %[[SHADOW]], ptr %[[TO]], align 16
; CHECK: ret i32 %sum
define void @k(ptr %a) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-checked-arguments"="g16" "lanewise-checked-launch"="8" {
  %value = load i32, ptr %a, align 4
  %x = call i32 @guest.f(i32 %value, i32 1)
  store i32 %x, ptr %a, align 4
  %y = call i32 @guest.g(i32 undef)
  store i32 %y, ptr %a, align 4
  ret void
}
define internal i32 @guest.f(i32 %value, i32 %one) "lanewise-out-of-line" {
  %sum = add i32 %value, %one
  ret i32 %sum
}
define internal i32 @guest.g(i32 %unused) "lanewise-out-of-line" {
  ret i32 3
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-check-uninitialized", i32 1}
!1 = !{i32 2, !"lanewise-check-memory", i32 1}
