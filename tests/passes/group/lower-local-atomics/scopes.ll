; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The load and the store say about other memory what the atomic instruction said.
; RUN: %cc --passes=lower-local-atomics %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NEXT: load atomic i32, ptr %p unordered, align 4, !alias.scope !0, !noalias !3
; CHECK-NEXT: add
; CHECK-NEXT: store atomic i32 %{{.*}}, ptr %p unordered, align 4, !alias.scope !0, !noalias !3
; CHECK-NEXT: load atomic i32, ptr %p unordered, align 4, !alias.scope !0, !noalias !3
; CHECK: store atomic i32 %{{.*}}, ptr %p unordered, align 4, !alias.scope !0, !noalias !3
define void @k(ptr %p) {
  %a = atomicrmw add ptr %p, i32 3 monotonic, align 4, !lanewise.local !5, !alias.scope !0, !noalias !3
  %b = cmpxchg ptr %p, i32 5, i32 4 monotonic monotonic, align 4, !lanewise.local !5, !alias.scope !0, !noalias !3
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
!5 = !{}
