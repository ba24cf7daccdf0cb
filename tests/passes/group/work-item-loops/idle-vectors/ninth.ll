; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM makes this of `id + lane == 9`.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @ninth(
; CHECK: %idle = icmp ugt i64 %{{.*}}, 9
; CHECK: br i1 %idle, label %row.end
define void @ninth(ptr %p) "lanewise-kernel"="h" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %mask = icmp eq <4 x i64> %xs, <i64 9, i64 8, i64 7, i64 6>
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
