; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An empty structure has no leaf, and so no run of leaves. Its accesses had no form, and the compiler stopped.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: call void @llvm.masked.store.v4i32
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %from = getelementptr i32, ptr %q, i64 %id
  %nothing = load {}, ptr %from
  store {} %nothing, ptr %at
  store i32 1, ptr %at
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"lanewise-lanes", i32 4}
