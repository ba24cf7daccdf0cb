; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values that are never live at the same time share a place: %a and %b one, %c (live with both) its own.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
; CHECK: "lanewise-spill-vector-bytes"="8"
declare void @lanewise.barrier()
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %a = load float, ptr %p
  %p1 = getelementptr float, ptr %p, i32 1
  %c = load float, ptr %p1
  call void @lanewise.barrier()
  store float %a, ptr %p
  %b = load float, ptr %p1
  call void @lanewise.barrier()
  store float %b, ptr %p
  store float %c, ptr %p1
  ret void
}
