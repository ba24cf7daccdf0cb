; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Intrinsics have the vector form of LLVM's, component by component. An operand that must be scalar stays
; scalar. The reduction of an OpenCL vector is one of its components.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare float @llvm.ldexp.f32.i32(float, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>)
; CHECK-LABEL: define void @k(
; CHECK-COUNT-2: call <4 x float> @llvm.fma.v4f32(
; CHECK: %[[SUM:.*]] = add <4 x i32> %{{.*}}, %{{.*}}
; CHECK: call <4 x i32> @llvm.abs.v4i32(<4 x i32> %[[SUM]], i1 false)
; CHECK: sitofp <4 x i32>
; CHECK-NEXT: call <4 x float> @llvm.ldexp.v4f32.v4i32(
; CHECK-NOT: lane:
; CHECK: }
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <2 x float>, ptr %p, i64 %id
  %x = load <2 x float>, ptr %at
  %y = call <2 x float> @llvm.fma.v2f32(<2 x float> %x, <2 x float> %x, <2 x float> %x)
  store <2 x float> %y, ptr %at
  %bits = bitcast <2 x float> %y to <2 x i32>
  %sum = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %bits)
  %positive = call i32 @llvm.abs.i32(i32 %sum, i1 false)
  %to = getelementptr i32, ptr %q, i64 %id
  store i32 %positive, ptr %to
  %number = sitofp i32 %positive to float
  %scaled = call float @llvm.ldexp.f32.i32(float %number, i32 %sum)
  store float %scaled, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
