; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Switches become branches, and all ends one return. The kernel is marked for the passes of lanes.
; RUN: %cc --passes=prepare-lanes %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @lanewise.yield() convergent

; CHECK-LABEL: define void @ends(
; CHECK-SAME: #[[PREPARED:[0-9]+]]
; CHECK-NOT: switch
; CHECK-NOT: unreachable
; CHECK-COUNT-1: ret void
; CHECK-NOT: ret void
define void @ends(ptr %p) "lanewise-kernel"="ends" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  switch i64 %id, label %others [
    i64 0, label %first
    i64 1, label %second
  ]
first:
  ret void
second:
  unreachable
others:
  store i64 %id, ptr %p
  ret void
}

; A kernel that waits for other work-items is not for vectors, and stays as it is.
; CHECK-LABEL: define void @waits(
; CHECK: switch
define void @waits(ptr %p) "lanewise-kernel"="waits" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  call void @lanewise.yield()
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

; CHECK: #[[PREPARED]] = { {{.*}}"lanewise-prepared"
