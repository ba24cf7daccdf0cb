; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two regions become functions. They get arguments, sizes of the group and variables of the group; the
; branches between them stay in the kernel. A region's variables become registers of its function. Those
; of the group stay in memory.
; RUN: %cc --passes=region-functions %s -o - | FileCheck %s
; CHECK-LABEL: define void @k(ptr %p)
; CHECK: %next = alloca i32
; CHECK-NOT: alloca
; CHECK: store i32 0, ptr %next
; CHECK: %[[SIZE:.*]] = call i64 @lanewise.local_size(i32 0)
; CHECK-NEXT: call void @k.region.0(ptr %p, ptr %next, i64 %[[SIZE]])
; CHECK-NEXT: %[[NEXT:[a-z]+]] = load i32, ptr %next
; CHECK-NEXT: switch i32 %[[NEXT]], label %ended
; CHECK: call void @k.region.1(ptr %next, ptr %p)
; CHECK-NEXT: br label
; CHECK: define internal void @k.region.0(ptr %0, ptr noalias nocapture align 4 dereferenceable(4) %1, i64 %2)
; CHECK-NOT: alloca
; CHECK: store i64 %2, ptr %0
; CHECK: store i32 1, ptr %1
; CHECK-NOT: store
; CHECK: ret void
; CHECK: define internal void @k.region.1(ptr noalias nocapture align 4 dereferenceable(4) %0, ptr %1)
; CHECK: %[[FROM:.*]] = load i32, ptr %0
; CHECK: store i32 %[[FROM]], ptr %1
; CHECK-NOT: store
; CHECK: ret void
define void @k(ptr %p) #0 {
entry:
  %next = alloca i32, align 4, !lanewise.group_variable !0
  %own = alloca i64, align 8
  br label %start
start:
  store i32 0, ptr %next, align 4
  br label %head0
head0:
  br label %item0, !lanewise.region_head !0
item0:
  %size = call i64 @lanewise.local_size(i32 0)
  store i64 %size, ptr %own, align 8
  %value = load i64, ptr %own, align 8
  store i64 %value, ptr %p, align 8
  store i32 1, ptr %next, align 4
  br label %end0
end0:
  %to = load i32, ptr %next, align 4
  switch i32 %to, label %ended [ i32 1, label %head1 ], !lanewise.region_exit !0
ended:
  ret void
head1:
  %from = load i32, ptr %next, align 4
  br label %item1, !lanewise.region_head !0
item1:
  store i32 %from, ptr %p, align 4
  br label %end1
end1:
  br label %head0, !lanewise.region_exit !0
}
declare i64 @lanewise.local_size(i32)
attributes #0 = { "lanewise-kernel"="kernel.k" }
!0 = !{}
