; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A private array that lanes index differently: element i of lane n is at 4 * i + n.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %array = alloca [128 x i8], align 16
; CHECK: %[[OFFSETS:.*]] = mul <4 x i64> %{{.*}}, <i64 16, i64 16, i64 16, i64 16>
; CHECK: %[[ELEMENTS:.*]] = getelementptr i8, ptr %{{.*}}, <4 x i64> %[[OFFSETS]]
; CHECK: %[[FIRST:.*]] = getelementptr i8, <4 x ptr> %[[ELEMENTS]], i64 0
; CHECK: %[[LANES:.*]] = getelementptr i8, <4 x ptr> %[[FIRST]], <4 x i64> <i64 0, i64 4, i64 8, i64 12>
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0({{.*}}, <4 x ptr> %[[LANES]], i32 4, <4 x i1> %live)
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %array = alloca [8 x i32]
  %id = call i64 @lanewise.global_id(i32 0)
  %i = and i64 %id, 7
  %at = getelementptr [8 x i32], ptr %array, i64 0, i64 %i
  store i32 1, ptr %at
  %j = and i64 %id, 3
  %from = getelementptr [8 x i32], ptr %array, i64 0, i64 %j
  %x = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
