; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load from one address is one scalar load, also in divergent code: a block runs only if a lane is
; active in it. A volatile load is executed for each lane.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: use.lanes:
; CHECK-NEXT: %x = load i32, ptr %q, align 4
; CHECK-NEXT: insertelement <4 x i32> poison, i32 %x, i64 0
; CHECK: call void @llvm.masked.store.v4i32.p0(
; CHECK: lane:
; CHECK: load volatile i32, ptr %q
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %some = icmp ugt i64 %id, 5
  br i1 %some, label %use, label %end
use:
  %x = load i32, ptr %q
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %x, ptr %to
  %unused = load volatile i32, ptr %q
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
