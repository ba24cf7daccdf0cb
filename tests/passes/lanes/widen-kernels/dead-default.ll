; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM replaces a switch by branches and finds that nothing leads to its default, which is removed. The cost model would
; look forever for the mask of such a block.
; RUN: %cc --passes=%widen %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NOT: i32 99
; CHECK: ret void
; CHECK-NOT: lanewise-prepared
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %x = urem i32 0, 0
  switch i32 %x, label %default [ i32 0, label %end
                                  i32 1, label %end ]

default:
  store i32 99, ptr %p
  br label %end

end:
  ret void
}
