; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; OpenCL vectors side by side are one access, with shuffles between the components of a lane and the
; lanes of a component. The fourth component of a vector of three is not accessed.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @two(
; CHECK: %[[MASK:.*]] = shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: %[[ALL:.*]] = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %from, i32 8, <8 x i1> %[[MASK]],
; CHECK: %[[FIRST:.*]] = shufflevector <8 x float> %[[ALL]], <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[SECOND:.*]] = shufflevector <8 x float> %[[ALL]], <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[X:.*]] = shufflevector <4 x float> %[[FIRST]], <4 x float> %[[SECOND]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[Y:.*]] = shufflevector <4 x float> %[[FIRST]], <4 x float> %[[SECOND]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: %[[LOW:.*]] = shufflevector <4 x float> %[[Y]], <4 x float> %[[X]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[HIGH:.*]] = shufflevector <4 x float> %[[Y]], <4 x float> %[[X]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: %[[PAIRS:.*]] = shufflevector <4 x float> %[[LOW]], <4 x float> %[[HIGH]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> %[[PAIRS]], ptr %to, i32 8,
define void @two(ptr %a, ptr %b) "lanewise-kernel"="two" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <2 x float>, ptr %a, i64 %id
  %x = load <2 x float>, ptr %from
  %x0 = extractelement <2 x float> %x, i64 0
  %x1 = extractelement <2 x float> %x, i64 1
  %y0 = insertelement <2 x float> poison, float %x1, i64 0
  %y = insertelement <2 x float> %y0, float %x0, i64 1
  %to = getelementptr <2 x float>, ptr %b, i64 %id
  store <2 x float> %y, ptr %to
  ret void
}
; CHECK-LABEL: define void @three_packed(
; CHECK: call <12 x float> @llvm.masked.load.v12f32.p0(ptr %from, i32 4, <12 x i1>
; CHECK: call void @llvm.masked.store.v12f32.p0(<12 x float> %{{.*}}, ptr %to, i32 4, <12 x i1>
define void @three_packed(ptr %a, ptr %b) "lanewise-kernel"="three_packed" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %offset = mul i64 %id, 12
  %from = getelementptr i8, ptr %a, i64 %offset
  %x = load <3 x float>, ptr %from, align 4
  %to = getelementptr i8, ptr %b, i64 %offset
  store <3 x float> %x, ptr %to, align 4
  ret void
}
; CHECK-LABEL: define void @three_padded(
; CHECK: shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 4, i32 1, i32 1, i32 1, i32 4, i32 2, i32 2, i32 2, i32 4, i32 3, i32 3, i32 3, i32 4>
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(ptr %from, i32 16, <16 x i1>
; CHECK: shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 4,
; CHECK: call void @llvm.masked.store.v16f32.p0(<16 x float> %{{.*}}, ptr %to, i32 16, <16 x i1>
define void @three_padded(ptr %a, ptr %b) "lanewise-kernel"="three_padded" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <3 x float>, ptr %a, i64 %id
  %x = load <3 x float>, ptr %from
  %to = getelementptr <3 x float>, ptr %b, i64 %id
  store <3 x float> %x, ptr %to
  ret void
}
; CHECK-LABEL: define void @four(
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(ptr %from, i32 16, <16 x i1>
; CHECK: call void @llvm.masked.store.v16f32.p0(<16 x float> %{{.*}}, ptr %to, i32 16, <16 x i1>
; CHECK-NOT: {{gather|scatter}}
define void @four(ptr %a, ptr %b) "lanewise-kernel"="four" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <4 x float>, ptr %a, i64 %id
  %x = load <4 x float>, ptr %from
  %to = getelementptr <4 x float>, ptr %b, i64 %id
  store <4 x float> %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
