; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum of floating-point numbers at one address: one exchange adds the values of the active lanes in
; their order, so that the result is that of one work-item after another. Inactive lanes add -0.0.
; In local memory the exchange is a load and a store.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x float> %{{.*}}, <4 x float> <float -0.000000e+00,
; CHECK: load atomic i32, ptr %total monotonic
; CHECK: exchange:
; CHECK: %[[BITS:.*]] = phi i32
; CHECK: %[[OLD:.*]] = bitcast i32 %[[BITS]] to float
; CHECK: %[[X0:.*]] = extractelement <4 x float> %[[X]], i64 0
; CHECK: %[[S0:.*]] = fadd float %[[OLD]], %[[X0]]
; CHECK: %[[X1:.*]] = extractelement <4 x float> %[[X]], i64 1
; CHECK: %[[S1:.*]] = fadd float %[[S0]], %[[X1]]
; CHECK-COUNT-2: fadd float
; CHECK: cmpxchg ptr %total, i32 %[[BITS]], i32 %{{.*}} monotonic monotonic
; CHECK: %[[Y:.*]] = select <4 x i1> %live, <4 x float> %{{.*}}, <4 x float> zeroinitializer
; CHECK: %[[FOUND:.*]] = load atomic float, ptr %group unordered
; CHECK: %[[Y0:.*]] = extractelement <4 x float> %[[Y]], i64 0
; CHECK: fsub float %[[FOUND]], %[[Y0]]
; CHECK-COUNT-3: fsub float
; CHECK: store atomic float %{{.*}}, ptr %group unordered
; CHECK: insertelement <4 x float> poison, float %[[FOUND]], i64 0
; CHECK: call void @llvm.masked.store.v4f32
define void @k(ptr %p, ptr %total, ptr %group) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %a = atomicrmw fadd ptr %total, float %x monotonic
  %b = atomicrmw fsub ptr %group, float %x monotonic, !lanewise.local !1
  store float %b, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{}
