; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Marked atomic instructions become unordered loads and stores, others stay.
; RUN: %cc --passes=lower-local-atomics %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NEXT: %[[OLD:.*]] = load atomic i32, ptr %p unordered
; CHECK-NEXT: %[[NEW:.*]] = add i32 %[[OLD]], 3
; CHECK-NEXT: store atomic i32 %[[NEW]], ptr %p unordered
; CHECK-NEXT: %[[SEEN:.*]] = load atomic i32, ptr %p unordered
; CHECK-NEXT: %[[SAME:.*]] = icmp eq i32 %[[SEEN]], 5
; CHECK-NEXT: %[[RESULT:.*]] = select i1 %[[SAME]], i32 4, i32 %[[SEEN]]
; CHECK-NEXT: store atomic i32 %[[RESULT]], ptr %p unordered
; CHECK: store i32 %[[OLD]], ptr %out
; CHECK-NEXT: atomicrmw add ptr %q, i32 3 monotonic
; CHECK-NEXT: cmpxchg ptr %q, i32 5, i32 4 monotonic monotonic
; CHECK-NEXT: ret void
define void @k(ptr %p, ptr %q, ptr %out) {
  %a = atomicrmw add ptr %p, i32 3 monotonic, !lanewise.local !0
  %b = cmpxchg ptr %p, i32 5, i32 4 monotonic monotonic, !lanewise.local !0
  store i32 %a, ptr %out
  %c = atomicrmw add ptr %q, i32 3 monotonic
  %d = cmpxchg ptr %q, i32 5, i32 4 monotonic monotonic
  ret void
}
!0 = !{}
