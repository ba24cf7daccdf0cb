; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector and a structure are vectors of lanes, one for each component: as parameters and as
; results.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal { i32, float } @f(<2 x i32> %v, { i32, float } %s) "lanewise-out-of-line" {
  %a = extractelement <2 x i32> %v, i64 1
  %r = insertvalue { i32, float } %s, i32 %a, 0
  ret { i32, float } %r
}
; CHECK-LABEL: define void @k(
; CHECK: %[[RESULT:.*]] = call { <4 x i32>, <4 x float> } @f.lanes4(<4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x float> %{{.*}}, <4 x i1> %live)
; CHECK: extractvalue { <4 x i32>, <4 x float> } %[[RESULT]], 0
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr <2 x i32>, ptr %p, i64 %id
  %v = load <2 x i32>, ptr %to
  %s = load { i32, float }, ptr %to
  %r = call { i32, float } @f(<2 x i32> %v, { i32, float } %s)
  %a = extractvalue { i32, float } %r, 0
  store i32 %a, ptr %to
  ret void
}
; CHECK: define internal { <4 x i32>, <4 x float> } @f.lanes4(<4 x i32> %v, <4 x i32> %v1, <4 x i32> %s, <4 x float> %s2, <4 x i1> %mask)
; CHECK: %[[R:.*]] = insertvalue { <4 x i32>, <4 x float> } poison, <4 x i32> %v1, 0
; CHECK: insertvalue { <4 x i32>, <4 x float> } %[[R]], <4 x float> %s2, 1

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
