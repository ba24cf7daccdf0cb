; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The variables of the lanes lie one behind another if their address is passed, as scalar calls
; need them. A variable of the function itself is one vector.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal void @f(ptr %result, i32 %x, i64 %i) "lanewise-out-of-line" {
  %own = alloca [4 x i32]
  %at = getelementptr [4 x i32], ptr %own, i64 0, i64 %i
  store i32 %x, ptr %at
  %first = load i32, ptr %own
  store i32 %first, ptr %result
  ret void
}
; CHECK-LABEL: define void @k(
; CHECK: %result = alloca [16 x i8], align 4
; CHECK: call void @f.lanes4(ptr %result, <4 x i32> %{{.*}}, i64 %i, <4 x i1> %live)
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %result, i32 4, <4 x i1> %live
define void @k(ptr %p, i64 %i) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %result = alloca i32
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %to
  call void @f(ptr %result, i32 %x, i64 %i)
  %y = load i32, ptr %result
  store i32 %y, ptr %to
  ret void
}
; CHECK-LABEL: define internal void @f.lanes4(ptr %result, <4 x i32> %x, i64 %i, <4 x i1> %mask)
; CHECK: %own = alloca [64 x i8], align 16
; CHECK: %[[FIRST:.*]] = load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[FIRST]], ptr %result, i32 4, <4 x i1> %mask)

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
