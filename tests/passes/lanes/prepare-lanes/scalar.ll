; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; No vectors are wanted: the kernel stays as it is.
; RUN: %cc --passes=prepare-lanes %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @ends(
; CHECK: switch
; CHECK-NOT: lanewise-prepared
define void @ends(ptr %p) "lanewise-kernel"="ends" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  switch i64 %id, label %others [
    i64 0, label %first
    i64 1, label %others
  ]
first:
  ret void
others:
  store i64 %id, ptr %p
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"lanewise-lanes", i32 1}
