; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each operation and type has its instruction between the load and the store; alignment stays, and the second
; result of a comparison is the one of the comparison.
; RUN: %cc --passes=lower-local-atomics %s | FileCheck %s
; CHECK-LABEL: define i1 @k(
; CHECK-NEXT: load atomic i64, ptr %p unordered, align 16
; CHECK-NEXT: store atomic i64 7, ptr %p unordered, align 16
; CHECK-NEXT: %[[SIGNED:.*]] = load atomic i32, ptr %p unordered, align 4
; CHECK-NEXT: icmp sle i32 %[[SIGNED]], 5
; CHECK-NEXT: select
; CHECK-NEXT: store atomic i32
; CHECK-NEXT: %[[UNSIGNED:.*]] = load atomic i32, ptr %p unordered, align 4
; CHECK-NEXT: icmp ugt i32 %[[UNSIGNED]], 5
; CHECK-NEXT: select
; CHECK-NEXT: store atomic i32
; CHECK-NEXT: %[[FLOAT:.*]] = load atomic float, ptr %p unordered, align 4
; CHECK-NEXT: %[[SUM:.*]] = fadd float %[[FLOAT]], 1.000000e+00
; CHECK-NEXT: store atomic float %[[SUM]], ptr %p unordered, align 4
; CHECK-NEXT: %[[OLD:.*]] = load atomic i32, ptr %p unordered, align 4
; CHECK-NEXT: %[[EQUAL:.*]] = icmp eq i32 %[[OLD]], %x
; CHECK-NEXT: select i1 %[[EQUAL]], i32 %y, i32 %[[OLD]]
; CHECK-NEXT: store atomic i32
; CHECK: insertvalue { i32, i1 } %{{.*}}, i1 %[[EQUAL]], 1
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg
define i1 @k(ptr %p, i32 %x, i32 %y) {
  %a = atomicrmw xchg ptr %p, i64 7 seq_cst, align 16, !lanewise.local !0
  %b = atomicrmw min ptr %p, i32 5 acquire, align 4, !lanewise.local !0
  %c = atomicrmw umax ptr %p, i32 5 release, align 4, !lanewise.local !0
  %d = atomicrmw fadd ptr %p, float 1.0 monotonic, align 4, !lanewise.local !0
  %e = cmpxchg weak ptr %p, i32 %x, i32 %y acq_rel acquire, align 4, !lanewise.local !0
  %f = extractvalue { i32, i1 } %e, 1
  ret i1 %f
}
!0 = !{}
