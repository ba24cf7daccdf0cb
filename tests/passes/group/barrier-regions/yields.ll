; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a kernel with yields each work-item continues at a re-entry point of its own, round by round. A barrier is
; released in a round that follows one without yields.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare void @lanewise.barrier()
declare void @lanewise.yield()
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %begun = alloca i1, align 1, !lanewise.group_variable
; CHECK: %released = alloca i1
; CHECK: region.head:
; CHECK: %[[BEGUN:.*]] = load i1, ptr %begun
; CHECK: %[[RELEASED:.*]] = load i1, ptr %released
; CHECK: store i1 false, ptr %yielded
; CHECK: store i1 false, ptr %waiting
; CHECK: call void @lanewise.region_begin()
; CHECK: %[[PART:.*]] = call ptr @lanewise.item_spill()
; CHECK: %[[OWN:.*]] = load i32, ptr %{{.*}}, align 4, !alias.scope
; CHECK: %[[AT:.*]] = select i1 %[[BEGUN]], i32 %[[OWN]], i32 0
; CHECK: switch i32 %[[AT]], label %restore [
; CHECK-NEXT: i32 -1, label %region.end
; CHECK-NEXT: i32 1, label %[[YIELDED:.*]]
; CHECK-NEXT: i32 2, label %[[WAITED:.*]]
; CHECK: store i32 1, ptr %{{.*}}, align 4, !alias.scope
; CHECK-NEXT: store i1 true, ptr %yielded
; CHECK-NEXT: br label %region.end
; CHECK: store i32 2, ptr %{{.*}}, align 4, !alias.scope
; CHECK-NEXT: store i1 true, ptr %waiting
; CHECK: store i32 -1, ptr %{{.*}}, align 4, !alias.scope
; CHECK: call void @lanewise.region_end()
; CHECK-NEXT: %[[Y:.*]] = load i1, ptr %yielded
; CHECK-NEXT: %[[W:.*]] = load i1, ptr %waiting
; CHECK-NEXT: %[[NONE:.*]] = xor i1 %[[Y]], true
; CHECK-NEXT: store i1 %[[NONE]], ptr %released
; CHECK-NEXT: store i1 true, ptr %begun
; CHECK-NEXT: %[[MORE:.*]] = or i1 %[[Y]], %[[W]]
; CHECK-NEXT: br i1 %[[MORE]], label %region.head, label %ended
; CHECK: [[WAITED]]:
; CHECK-NEXT: br i1 %[[RELEASED]], label %released{{.*}}, label %waits
; CHECK: waits:
; CHECK-NEXT: store i1 true, ptr %waiting
; CHECK-NEXT: br label %region.end
; CHECK: attributes #{{.*}} = { {{.*}}"lanewise-observes-groups"="1" "lanewise-spill-item-bytes"="4" "lanewise-uses-barrier"="1" }
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p unordered, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %again
again:
  call void @lanewise.yield()
  br label %loop
end:
  call void @lanewise.barrier()
  %id = call i64 @lanewise.local_id(i32 0)
  store i64 %id, ptr %p
  ret void
}
