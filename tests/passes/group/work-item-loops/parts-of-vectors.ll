; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each vector has one part of the spill area. The parts of a row follow those of the row before.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @read()
declare void @use(i64)
declare void @lanewise.barrier()

; CHECK-LABEL: define void @k(
; CHECK: %[[TOTAL:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}
; CHECK: rows:
; CHECK: {{^}}vector:
; CHECK: %[[X:x[0-9]*]] = phi i64
; CHECK: %[[V:.*]] = udiv exact i64 %[[X]], 4
; CHECK: %[[PART:.*]] = add nuw nsw i64 %{{.*}}, %[[V]]
; CHECK: {{^}}item:
; CHECK: %[[AT:.*]] = mul nuw nsw i64 %[[PART]], 8
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 %[[AT]]
; CHECK: "lanewise-spill-vector-bytes"="8"
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %x = call i64 @read()
  call void @lanewise.barrier()
  call void @use(i64 %x)
  ret void
}
