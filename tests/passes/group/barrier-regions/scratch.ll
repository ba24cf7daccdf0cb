; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What inactive lanes write needs no place in the spill area, although its address is used before and behind a
; barrier. It took 128 bytes for each vector.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %inactive = alloca [128 x i8], align 64, !lanewise.scratch
; CHECK: select i1 %c, ptr %p, ptr %inactive
; CHECK: select i1 %d, ptr %p, ptr %inactive
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"lanewise-spill-vector-bytes"="0"
define void @k(ptr %p, i1 %c, i1 %d) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v9" {
  %inactive = alloca [128 x i8], align 64, !lanewise.scratch !0
  %x = select i1 %c, ptr %p, ptr %inactive
  store i32 1, ptr %x
  call void @lanewise.barrier()
  %y = select i1 %d, ptr %p, ptr %inactive
  store i32 2, ptr %y
  ret void
}
declare void @lanewise.barrier() convergent
!0 = !{}
