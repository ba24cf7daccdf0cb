; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; All local memory of the launch is cleared for each work-group, if the flag asks for it. A kernel that does
; not observe its groups has none.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
; RUN: sed 's/"lanewise-initialize-local"/"other"/' %s | %cc --passes=barrier-regions,work-item-loops,kernel-entry - | FileCheck %s --check-prefix=PLAIN
declare i64 @lanewise.local_id(i32)
declare void @use(ptr, i64)

; CHECK-LABEL: define void @symbol(
; CHECK: %[[LOCAL:.*]] = load ptr, {{.*}}!lanewise.group_memory
; CHECK: %[[BYTES:.*]] = load i64, {{.*}}!invariant.load
; CHECK: group:
; CHECK: call void @llvm.memset.p0.i64(ptr align 4096 %[[LOCAL]], i8 0, i64 %[[BYTES]], i1 false)
; CHECK: call void @use(ptr
; CHECK-LABEL: define void @alone(
; CHECK-NOT: memset
; CHECK: ret void
; PLAIN-NOT: llvm.memset
; PLAIN: define void @symbol(
; PLAIN-NOT: llvm.memset
define internal void @kernel(ptr %local) "lanewise-kernel"="symbol" "lanewise-arguments"="l8" {
  %id = call i64 @lanewise.local_id(i32 0)
  call void @use(ptr %local, i64 %id)
  ret void
}

define internal void @other(ptr %out) "lanewise-kernel"="alone" "lanewise-arguments"="v0" {
  store i32 1, ptr %out
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-initialize-local", i32 1}
