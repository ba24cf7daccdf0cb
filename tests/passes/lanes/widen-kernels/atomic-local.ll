; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Local memory at different addresses: a sequence without branches, in which inactive lanes access
; memory that nobody reads, each its own.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %inactive = alloca [128 x i8], align 64, !lanewise.scratch
; CHECK: %[[P0:.*]] = getelementptr inbounds i32, ptr %bins
; CHECK: %[[N0:.*]] = ptrtoint ptr %inactive to i64
; CHECK: %[[IS0:.*]] = extractelement <4 x i1> %live, i64 0
; CHECK: %[[A0:.*]] = select i1 %[[IS0]], ptr %[[P0]], ptr %{{.*}}, !unpredictable
; CHECK: atomicrmw add ptr %[[A0]], i32 1 monotonic, align 4, !lanewise.local
; CHECK: %[[N1:.*]] = ptrtoint ptr %inactive to i64
; CHECK: add i64 %[[N1]], 4
; CHECK: extractelement <4 x i1> %live, i64 1
; CHECK: atomicrmw
; CHECK-COUNT-2: atomicrmw
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @k(ptr %p, ptr %bins) "lanewise-kernel"="k" "lanewise-arguments"="v0,l8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr i32, ptr %p, i64 %id
  %where = load i32, ptr %from
  %index = zext i32 %where to i64
  %bin = getelementptr inbounds i32, ptr %bins, i64 %index
  %old = atomicrmw add ptr %bin, i32 1 monotonic, align 4, !lanewise.local !1
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{}
