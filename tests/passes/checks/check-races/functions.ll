; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line compares words as its kernel does, and gets their launch, group and work-item, the barriers so far,
; and whether the work-item has acquired, which it may do itself. Sites have one list for the module.
; RUN: %cc --passes=pass-pointer-places,check-races %s | FileCheck %s
; CHECK: @lanewise.check_sites = protected constant [{{[0-9]+}} x i8] c"races\0Awrite of 4 bytes\0Aargument 0\0A\00races\0Aatomic access of 4 bytes\0Aparameter 0\0A\00races\0Awrite of 4 bytes\0Aparameter 0\0A\00\00"
; CHECK-LABEL: define void @k(
; CHECK: %epoch = alloca i64
; CHECK: %ordered = alloca i1
; CHECK: call void @lanewise.barrier()
; CHECK: call ptr @lanewise.arguments()
; CHECK: %[[EPOCH:.*]] = load i64, ptr %epoch
; CHECK-NEXT: call void @guest.f(ptr %a, {{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %[[EPOCH]], ptr %ordered)
; CHECK-LABEL: define internal void @guest.f(
; CHECK-SAME: i64 %[[OFFSET:[0-9]+]], i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, ptr %{{[0-9]+}}, ptr %[[WRITES:[0-9]+]], ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, i64 %[[LAUNCH:[0-9]+]], i64 %[[HEAD:[0-9]+]], i64 %[[EPOCH:[0-9]+]], ptr %[[ORDERED:[0-9]+]])
; CHECK: lshr i64 %[[LAUNCH]], 48
; CHECK: store i64 %[[EPOCH]], ptr %epoch
; CHECK: icmp ne ptr %[[WRITES]], null
; CHECK: load i1, ptr %[[ORDERED]]
; CHECK: store i1 true, ptr %[[ORDERED]]
; CHECK-NEXT: store i8 1, ptr addrspacecast (ptr addrspace(3) @ordered to ptr)
; CHECK: attributes #{{.*}} = { {{.*}}"lanewise-written-arguments"="1"
define void @k(ptr %a) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-checked-arguments"="g16" "lanewise-checked-launch"="8" {
  store i32 7, ptr %a, align 4
  call void @lanewise.barrier()
  call void @guest.f(ptr %a)
  ret void
}
define internal void @guest.f(ptr %p) "lanewise-out-of-line" {
  %old = atomicrmw add ptr %p, i32 1 acquire, align 4
  store i32 %old, ptr %p, align 4
  ret void
}
declare void @lanewise.barrier() convergent
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-check-races", i32 1}
!1 = !{i32 2, !"lanewise-check-memory", i32 1}
