; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An element of a vector that lanes index differently is a choice between the components.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[IS0:.*]] = icmp eq <4 x i64> %[[I:.*]], zeroinitializer
; CHECK: %[[V0:.*]] = select <4 x i1> %[[IS0]], <4 x i64> %[[N:.*]], <4 x i64> %[[A:.*]]
; CHECK: %[[IS1:.*]] = icmp eq <4 x i64> %[[I]], <i64 1, i64 1, i64 1, i64 1>
; CHECK: %[[V1:.*]] = select <4 x i1> %[[IS1]], <4 x i64> %[[N]], <4 x i64> %
; CHECK: %[[ISONE:.*]] = icmp eq <4 x i64> %{{.*}}, <i64 1, i64 1, i64 1, i64 1>
; CHECK: select <4 x i1> %[[ISONE]], <4 x i64> %[[V1]], <4 x i64> %[[V0]]
define void @k(ptr %p, <2 x i64> %v, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v16,v32" {
  %id = call i64 @lanewise.global_id(i32 0)
  %i = and i64 %id, 1
  %changed = insertelement <2 x i64> %v, i64 %n, i64 %i
  %other = xor i64 %i, 1
  %x = extractelement <2 x i64> %changed, i64 %other
  %to = getelementptr i64, ptr %p, i64 %id
  store i64 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
