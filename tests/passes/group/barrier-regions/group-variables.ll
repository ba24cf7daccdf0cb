; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variables of the group. They begin with their initial value, are not in the spill area, and what is
; loaded from them out of order is the same for all work-items: the group keeps it once and takes a
; branch that depends on it once.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @lanewise.barrier()

; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[#ATTRIBUTES:]]
; CHECK: %once = alloca i32
; CHECK: %v = alloca i32, align 4, !lanewise.group_variable
; CHECK: load i32, ptr %v, align 4, !lanewise.in_order
; CHECK: store i32 %{{.*}}, ptr %v, align 4, !lanewise.in_order
; CHECK: call void @lanewise.region_end()
; CHECK: %[[ALL:.*]] = load i32, ptr %v, align 4{{$}}
; CHECK-NEXT: store i32 %[[ALL]], ptr %once
; CHECK: %[[ABOVE:.*]] = icmp sgt i32 %[[ALL]], 100
; CHECK: %[[NEXT:.*]] = select i1 %[[ABOVE]], i32 3, i32 4
; CHECK: store i32 %[[NEXT]], ptr %next
; CHECK: start:
; CHECK-NEXT: store i32 7, ptr %v
define void @k(ptr %p, i32 %x) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %v = alloca i32, !lanewise.group_variable !0
  %before = load i32, ptr %v, !lanewise.in_order !1
  %sum = add i32 %before, %x
  store i32 %sum, ptr %v, !lanewise.in_order !1
  call void @lanewise.barrier()
  %all = load i32, ptr %v
  %above = icmp sgt i32 %all, 100
  br i1 %above, label %wait, label %end
wait:
  store i8 1, ptr %p
  call void @lanewise.barrier()
  br label %end
end:
  store i32 %all, ptr %p
  ret void
}

; Without a barrier, too.
; CHECK-LABEL: define void @no.barrier(
; CHECK: %v = alloca i32
; CHECK: store i32 7, ptr %v
; CHECK-NEXT: call void @lanewise.region_begin()
define void @no.barrier(ptr %p, i32 %x) "lanewise-kernel"="no.barrier" "lanewise-arguments"="v0,v8" {
  %v = alloca i32, !lanewise.group_variable !0
  %before = load i32, ptr %v, !lanewise.in_order !1
  %sum = add i32 %before, %x
  store i32 %sum, ptr %v, !lanewise.in_order !1
  ret void
}
!0 = !{i32 7}
!1 = !{}
; CHECK: attributes #[[#ATTRIBUTES]] = {{.*}}"lanewise-observes-groups"="1"{{.*}}"lanewise-spill-vector-bytes"="0"
