; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The entry of a kernel that knows the size of its work-groups does not load it, and no group is smaller.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
declare i64 @lanewise.local_id(i32)
declare i64 @lanewise.local_size(i32)
declare i1 @lanewise.has_small_memory()
declare void @use(i64, i1)

; CHECK-LABEL: define void @symbol(
; CHECK-NOT: ptr %launch, i64 48
; CHECK: load ptr, ptr %{{.*}}, !lanewise.group_memory
; CHECK: mul nuw nsw i64 %x, 64
; CHECK-NOT: umin
; CHECK: call void @use(i64 64, i1 true)
; CHECK: br i1 {{.*}}, !llvm.loop ![[GROUPS:[0-9]+]]
; CHECK: }
; CHECK: ![[GROUPS]] = distinct !{![[GROUPS]], !{{[0-9]+}}, ![[MARK:[0-9]+]]}
; CHECK: ![[MARK]] = !{!"lanewise.group_loop"}
define void @kernel() "lanewise-kernel"="symbol" "lanewise-arguments"="" "lanewise-tier"="kind"
    "lanewise-local-size"="64,1,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %size = call i64 @lanewise.local_size(i32 0)
  %small = call i1 @lanewise.has_small_memory()
  call void @use(i64 %size, i1 %small)
  ret void
}
