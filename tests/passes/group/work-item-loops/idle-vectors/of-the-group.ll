; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The second region computes how far the next one goes.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.local_size(i32) memory(none) speculatable nounwind willreturn
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @ofTheGroup(
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK: {{^}}vector:
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK-NOT: vector{{.*}}:
; CHECK: %[[HALF:.*]] = lshr i64 %{{.*}}, 1
; CHECK-NOT: vector{{.*}}:
; CHECK: {{^}}region.begin{{[0-9]*}}:
define void @ofTheGroup(ptr %p) "lanewise-kernel"="f" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr i64, ptr %p, i64 %x
  store volatile i64 0, ptr %to
  call void @lanewise.barrier()
  %n = call i64 @lanewise.local_size(i32 0)
  %half = lshr i64 %n, 1
  call void @lanewise.barrier()
  store volatile i64 %half, ptr %to
  ret void
}
