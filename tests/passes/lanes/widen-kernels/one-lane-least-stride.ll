; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Ids times 2^63 are equal for every second lane. Their stride is the least number, which has no positive
; counterpart, and the store ran for one lane only.
; RUN: %cc --passes=%widen %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NOT: cttz
; CHECK-COUNT-8: store i64 7
; CHECK: ret void
define void @k(ptr %p, i64 %x) "lanewise-kernel"="k" {
  %id = call i64 @lanewise.global_id(i32 0)
  %product = mul i64 %id, -9223372036854775808
  %same = icmp eq i64 %product, %x
  br i1 %same, label %then, label %end
then:
  %square = mul i64 %id, %id
  %at = getelementptr i64, ptr %p, i64 %square
  store i64 7, ptr %at
  br label %end
end:
  ret void
}
declare i64 @lanewise.global_id(i32) memory(none)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 8}
