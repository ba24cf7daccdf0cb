; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel for launches of one kind knows the size of its work-groups; another one asks.
; RUN: %cc --passes=known-sizes %s | FileCheck %s
declare i64 @lanewise.local_size(i32)
declare i64 @lanewise.enqueued_local_size(i32)
declare void @use(i64, i64, i64)

; CHECK-LABEL: define void @known(
; CHECK-NEXT: call void @use(i64 64, i64 4, i64 2)
define void @known() "lanewise-kernel"="known" "lanewise-arguments"=""
    "lanewise-tier"="kind" "lanewise-local-size"="64,4,2" {
  %x = call i64 @lanewise.local_size(i32 0)
  %y = call i64 @lanewise.enqueued_local_size(i32 1)
  %z = call i64 @lanewise.local_size(i32 2)
  call void @use(i64 %x, i64 %y, i64 %z)
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: %x = call i64 @lanewise.local_size(i32 0)
define void @unknown() "lanewise-kernel"="unknown" "lanewise-arguments"="" "lanewise-tier"="kind" {
  %x = call i64 @lanewise.local_size(i32 0)
  call void @use(i64 %x, i64 %x, i64 %x)
  ret void
}
