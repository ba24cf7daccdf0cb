; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The variables of a function that lanes call together are those of so many work-items.
; RUN: %cc --passes=bound-private-memory %s | FileCheck %s
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %own = alloca [4 x i32]
  br label %start
start:
  store volatile i32 1, ptr %own
  call void @together(ptr %own)
  ret void
}
define internal void @together(ptr %p) "lanewise-out-of-line" "lanewise-lanes"="4" {
  %variable = alloca [64 x i32]
  store volatile i32 1, ptr %variable
  call void @alone()
  ret void
}
define internal void @alone() "lanewise-out-of-line" {
  %variable = alloca [3 x i32]
  store volatile i32 1, ptr %variable
  ret void
}
; CHECK: "lanewise-private-bytes"="80"
