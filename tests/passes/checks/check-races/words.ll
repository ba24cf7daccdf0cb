; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A write compares its word with those of the last write and of the last reads, stores it, and looks again, because lanes
; store together. A barrier begins an epoch; a fence ends the reports of its work-item, and behind a barrier those of its group. Objects without a history are
; accessed as they are.
; RUN: %cc --passes=check-races %s | FileCheck %s
; CHECK: @lanewise.check_sites = protected constant [{{[0-9]+}} x i8] c"races\0Awrite of 4 bytes\0Aargument 0\0A\00races\0Aread of 4 bytes\0Aargument 0\0A\00\00"
; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: store i64 0, ptr %epoch
; CHECK: store i1 false, ptr %ordered
; CHECK: urem i64 %{{.*}}, 65535
; CHECK: %[[LAUNCH:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %[[ZERO:.*]] = lshr i64 %[[LAUNCH]], 48
; CHECK: %[[LEAST_NUMBER:.*]] = lshr i64 %[[LAUNCH]], 32
; CHECK: %[[LEAST:.*]] = shl i64 %[[LEAST_NUMBER]], 48
; CHECK: %[[AT:.*]] = mul i64 %{{.*}}, 2
; CHECK-NEXT: %[[CELL:.*]] = getelementptr i8, ptr %{{.*}}, i64 %[[AT]]
; CHECK: %[[OWN:.*]] = or i64 %{{.*}}, 30
; CHECK: br i1 %{{.*}}, label %[[WITH:.*]], label %{{.*}}
; CHECK: [[WITH]]:
; CHECK: %[[WRITTEN:.*]] = load i64, ptr %[[CELL]], align 8
; CHECK: %[[DIFFERENCE:.*]] = xor i64 %[[WRITTEN]], %[[OWN]]
; CHECK: icmp uge i64 %[[DIFFERENCE]], 4294967296
; CHECK: icmp uge i64 %[[WRITTEN]], %[[LEAST]]
; CHECK: sub i64 %[[DIFFERENCE]], 32
; CHECK: icmp ult i64 %{{.*}}, 524256
; CHECK: store i64 %[[OWN]], ptr %[[CELL]], align 8
; CHECK: store i32 0, ptr %{{.*}}, align 4
; CHECK: store i32 7, ptr %a
; CHECK: getelementptr i64, ptr %[[CELL]], i64 %[[ZERO]]
; CHECK: call void @lanewise.barrier()
; CHECK: %[[BEFORE:.*]] = load i64, ptr %epoch
; CHECK: add i64 %[[BEFORE]], 1
; CHECK: load i8, ptr addrspace(3) @ordered
; CHECK: fence acquire
; CHECK-NEXT: store i1 true, ptr %ordered
; CHECK-NEXT: store i8 1, ptr addrspacecast (ptr addrspace(3) @ordered to ptr)
; CHECK: attributes #[[KERNEL]] = { {{.*}}"lanewise-written-arguments"="1"
define void @k(ptr %a) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-checked-arguments"="g16" "lanewise-checked-launch"="8" {
  store i32 7, ptr %a, align 4
  call void @lanewise.barrier()
  br label %far
far:
  fence acquire
  %value = load i32, ptr %a, align 4
  call void @use(i32 %value) memory(none)
  ret void
}
declare void @lanewise.barrier()
declare void @use(i32) memory(none)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-races", i32 1}
