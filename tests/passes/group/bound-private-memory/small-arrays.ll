; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Up to 16 KiB stay on the stack; one byte more moves the largest array, and no smaller one.
; RUN: %cc --passes=bound-private-memory %s | FileCheck %s
; CHECK-LABEL: define void @fits(
; CHECK-SAME: #[[FITS:[0-9]+]]
; CHECK: alloca [16384 x i8]
; CHECK-NOT: @lanewise.spill_area(
; CHECK: ret void
define void @fits() "lanewise-kernel"="fits" "lanewise-arguments"="" "lanewise-spill-vector-bytes"="24" {
entry:
  %a = alloca [16384 x i8]
  br label %start
start:
  store i8 1, ptr %a
  ret void
}

; CHECK-LABEL: define void @one.more(
; CHECK-SAME: #[[MORE:[0-9]+]]
; CHECK: alloca [1 x i8]
; CHECK-NOT: alloca
; CHECK: %[[SPILL:.*]] = call ptr @lanewise.spill_area()
; CHECK-NOT: lifetime
; CHECK: ret void
define void @one.more() "lanewise-kernel"="one.more" "lanewise-arguments"="" "lanewise-spill-vector-bytes"="0" {
entry:
  %a = alloca [16384 x i8]
  %b = alloca [1 x i8]
  br label %start
start:
  call void @llvm.lifetime.start.p0(i64 16384, ptr %a)
  store i8 1, ptr %a
  store i8 2, ptr %b
  call void @llvm.lifetime.end.p0(i64 16384, ptr %a)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK: attributes #[[FITS]] = { {{.*}}"lanewise-private-bytes"="16408" "lanewise-spill-fixed-bytes"="0"
; CHECK: attributes #[[MORE]] = { {{.*}}"lanewise-private-bytes"="16385" "lanewise-spill-fixed-bytes"="16384"
