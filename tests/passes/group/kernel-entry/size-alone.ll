; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that knows the size of its groups, and asks for nothing else of them, ran the first group of a row only:
; it was taken for one that does not observe its groups.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare void @use(i64, i64)

; CHECK-LABEL: define void @symbol(
; CHECK: %x = phi i64 [ %first, %entry ]
; CHECK: call void @use(i64 %{{.*}}, i64 64)
; CHECK: icmp eq i64 %{{.*}}, %end
; CHECK: attributes {{.*}} "lanewise-observes-groups"="1"
define void @kernel() "lanewise-kernel"="symbol" "lanewise-arguments"="" "lanewise-tier"="kind"
    "lanewise-local-size"="64,1,1" {
  %id = call i64 @lanewise.global_id(i32 0)
  call void @use(i64 %id, i64 64)
  ret void
}
