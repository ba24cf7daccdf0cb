; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-items call a function out of line one after another, so iterations of its loops are lanes. Sums keep their order.
; RUN: %cc --level=x86-64-v3 --from=group -S %s -o - | FileCheck %s
; CHECK-LABEL: fills:
; CHECK: vmulps {{.*}}%ymm
; CHECK: ret
; CHECK-LABEL: adds:
; CHECK-NOT: ymm
; CHECK: vaddss
; CHECK-NOT: ymm
; CHECK: ret
define internal void @fills(ptr noalias %p, float %x, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds float, ptr %p, i64 %i
  %old = load float, ptr %at, align 4
  %new = fmul float %old, %x
  store float %new, ptr %at, align 4
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
define internal float @adds(ptr %p, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds float, ptr %p, i64 %i
  %old = load float, ptr %at, align 4
  %more = fadd float %sum, %old
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret float %more
}
define void @kernel.k(ptr %p, i64 %n) {
  call void @fills(ptr %p, float 2.0, i64 %n)
  %sum = call float @adds(ptr %p, i64 %n)
  store float %sum, ptr %p
  ret void
}
attributes #0 = { noinline "lanewise-out-of-line" }
