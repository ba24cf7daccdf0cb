; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An inactive lane divides by 1: a division by its divisor, which may be 0, would trap. Its divisor is not 0 in
; the selection either: where it became a constant, LLVM took the whole vector for unused. A constant divisor needs
; no such care.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: some.lanes:
; CHECK: %[[FROZEN:.*]] = freeze <4 x i32>
; CHECK: %[[POSITIVE:.*]] = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %[[FROZEN]], <4 x i32> <i32 1, i32 1, i32 1, i32 1>)
; CHECK: %[[SAFE:.*]] = select <4 x i1> %[[MASK:.*]], <4 x i32> %[[POSITIVE]], <4 x i32> <i32 1, i32 1, i32 1, i32 1>
; CHECK: sdiv <4 x i32> %{{.*}}, %[[SAFE]]
; CHECK-NOT: select
; CHECK: urem <4 x i32> %{{.*}}, <i32 7, i32 7, i32 7, i32 7>
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}, <4 x i1> %[[MASK]])
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %divisor = load i32, ptr %at
  %c = icmp ne i32 %divisor, 0
  br i1 %c, label %some, label %end
some:
  %i = trunc i64 %id to i32
  %quotient = sdiv i32 %i, %divisor
  %rest = urem i32 %quotient, 7
  store i32 %rest, ptr %at
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
