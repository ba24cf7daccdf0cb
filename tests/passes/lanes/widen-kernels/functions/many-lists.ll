; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Further calls than those with four lists of parameters share a function of vectors.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal void @f(ptr %p) "lanewise-out-of-line" {
  %x = load <4 x float>, ptr %p
  %y = fmul <4 x float> %x, %x
  %z = fmul <4 x float> %y, %y
  %w = fmul <4 x float> %z, %z
  store <4 x float> %w, ptr %p
  ret void
}
; CHECK-LABEL: define void @k(
; CHECK: call void @[[ONE:.*]](ptr %p1, <4 x i1> %live)
; CHECK: call void @[[TWO:.*]](ptr %p2, <4 x i1> %live)
; CHECK: call void @[[ONE]](ptr %p1, <4 x i1> %live)
; CHECK: call void @{{.*}}(ptr %p3, <4 x i1> %live)
; CHECK: call void @{{.*}}(ptr %p4, <4 x i1> %live)
; CHECK: call void @[[MORE:.*]](<4 x ptr> %{{.*}}, <4 x i1> %live)
; CHECK: call void @[[MORE]](<4 x ptr> %{{.*}}, <4 x i1> %live)
; CHECK: ret void
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %p1 = getelementptr [1 x i32], ptr %p, i64 %id
  %p2 = getelementptr [2 x i32], ptr %p, i64 %id
  %p3 = getelementptr [3 x i32], ptr %p, i64 %id
  %p4 = getelementptr [4 x i32], ptr %p, i64 %id
  %p5 = getelementptr [5 x i32], ptr %p, i64 %id
  %p6 = getelementptr [6 x i32], ptr %p, i64 %id
  call void @f(ptr %p1)
  call void @f(ptr %p2)
  call void @f(ptr %p1)
  call void @f(ptr %p3)
  call void @f(ptr %p4)
  call void @f(ptr %p5)
  call void @f(ptr %p6)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
