; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One part of the mask is enough.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @first(
; CHECK: %idle = icmp ugt i64 %{{.*}}, 0
; CHECK: br i1 %idle, label %row.end
define void @first(ptr %p, <4 x i1> %others) "lanewise-kernel"="b" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %ids = or disjoint <4 x i64> %xs, <i64 0, i64 1, i64 2, i64 3>
  %is = icmp eq <4 x i64> %ids, zeroinitializer
  %mask = select <4 x i1> %others, <4 x i1> %is, <4 x i1> zeroinitializer
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
