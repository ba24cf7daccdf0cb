; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-items that have ended do not compute values of the group: the first one does not stand for all.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.local_size(i32) memory(none) speculatable nounwind willreturn
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @ended(
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK: {{^}}vector:
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK: {{^}}vector{{[0-9]*}}:
; CHECK: lshr i64 %{{.*}}, 1
define void @ended(ptr %p) "lanewise-kernel"="g" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr i64, ptr %p, i64 %x
  %first = icmp eq i64 %x, 0
  br i1 %first, label %end, label %go

go:
  call void @lanewise.barrier()
  %n = call i64 @lanewise.local_size(i32 0)
  %half = lshr i64 %n, 1
  call void @lanewise.barrier()
  store volatile i64 %half, ptr %to
  br label %end

end:
  ret void
}
