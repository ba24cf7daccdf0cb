; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An atomic operation at one address whose result is unused is executed once, for all active lanes.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[X]])
; CHECK: atomicrmw sub ptr %total, i32 %[[SUM]] monotonic
; CHECK-NOT: atomicrmw
; CHECK: %[[MOST:.*]] = call i32 @llvm.vector.reduce.smax.v4i32(
; CHECK: atomicrmw max ptr %most, i32 %[[MOST]] monotonic
; CHECK-NOT: atomicrmw
; An exchange, and lanes that have an address of their own: a sequence and a loop.
; CHECK: all.lanes:
; CHECK-COUNT-4: atomicrmw xchg ptr %most
; CHECK-NOT: atomicrmw xchg
; CHECK: lane:
; CHECK: atomicrmw xchg ptr %most
; CHECK-COUNT-4: atomicrmw add ptr
; CHECK: atomicrmw add ptr
; CHECK-NOT: atomicrmw
define void @k(ptr %p, ptr %total, ptr %most) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %a = atomicrmw sub ptr %total, i32 %x monotonic
  %b = atomicrmw max ptr %most, i32 %x monotonic
  %c = atomicrmw xchg ptr %most, i32 %x monotonic
  %d = atomicrmw add ptr %at, i32 %x monotonic
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
