; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel without barriers is one region: nothing is copied or spilled.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK-NEXT: %a = alloca [4 x i32]
; CHECK-NEXT: br label
; CHECK: call void @lanewise.region_begin()
; CHECK-COUNT-1: store i32 1
; CHECK-NOT: store
; CHECK: region.end:
; CHECK-NEXT: call void @lanewise.region_end()
; CHECK-NEXT: ret void
; CHECK-NOT: ret void
; CHECK: "lanewise-spill-vector-bytes"="0" "lanewise-uses-barrier"="0"
define void @k(i1 %c, i32 %i) "lanewise-kernel"="k" "lanewise-arguments"="v0,v4" {
entry:
  br i1 %c, label %early, label %work
early:
  ret void
work:
  %a = alloca [4 x i32]
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 1, ptr %p
  ret void
}
