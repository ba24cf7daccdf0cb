; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Without the flag nothing is checked.
; RUN: %cc --from=translate --to=lower %s -o - | FileCheck %s
; CHECK-NOT: barrier.arrivals
; CHECK-LABEL: define {{.*}}void @k()
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: ret void
; CHECK-NOT: barrier.arrivals
define void @k() "lanewise-kernel"="kernel.k" "lanewise-arguments"="" {
  call void @lanewise.barrier()
  ret void
}
declare void @lanewise.barrier() convergent nounwind
