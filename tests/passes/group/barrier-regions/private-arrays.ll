; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Arrays that are live across a barrier are in the spill area; others remain allocas.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare void @lanewise.barrier()
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca [4 x i32]
; CHECK: alloca [8 x i32]
; CHECK-NOT: alloca [{{4|16}} x i32]
; CHECK-NOT: lifetime
; CHECK: "lanewise-spill-vector-bytes"="16"
define void @k(ptr %out, i32 %i, i32 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v12" {
entry:
  %crosses = alloca [4 x i32]
  %per.trip = alloca [8 x i32]
  %p = getelementptr i32, ptr %crosses, i32 %i
  store i32 1, ptr %p
  br label %loop
loop:
  %trip = phi i32 [0, %entry], [%trip.next, %loop]
  call void @llvm.lifetime.start.p0(i64 32, ptr %per.trip)
  %q = getelementptr i32, ptr %per.trip, i32 %i
  store i32 %trip, ptr %q
  %x = load i32, ptr %per.trip
  store i32 %x, ptr %p
  call void @llvm.lifetime.end.p0(i64 32, ptr %per.trip)
  call void @lanewise.barrier()
  %trip.next = add i32 %trip, 1
  %more = icmp ult i32 %trip.next, %n
  br i1 %more, label %loop, label %done
done:
  %y = load i32, ptr %crosses
  store i32 %y, ptr %out
  ret void
}
