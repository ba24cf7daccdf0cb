; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses that are as far apart as the values are large need the address of the first lane only:
; one load, one store. The address has no flags, because the first lane may be inactive.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: %[[COUNT:.*]] = call i64 @lanewise.live_lanes()
; CHECK: %live = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %{{.*}}
; CHECK: %from = getelementptr float, ptr %a, i64 %id
; CHECK: %[[X:.*]] = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %from, i32 4, <4 x i1> %live, <4 x float> poison)
; CHECK: %[[Y:.*]] = fmul <4 x float> %[[X]], <float 2.000000e+00, {{.*}}>
; CHECK: %to = getelementptr float, ptr %b, i64 %id
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %[[Y]], ptr %to, i32 4, <4 x i1> %live)
define void @k(ptr %a, ptr %b) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr inbounds float, ptr %a, i64 %id
  %x = load float, ptr %from
  %y = fmul float %x, 2.0
  %to = getelementptr inbounds float, ptr %b, i64 %id
  store float %y, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
