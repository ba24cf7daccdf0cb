; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The mask is asked for once, where it is defined.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, i32, <16 x i1>)

; CHECK-LABEL: define void @store(
; CHECK: %m = icmp
; CHECK-NEXT: %[[BITS:.*]] = bitcast <16 x i1> %m to i16
; CHECK-NOT: bitcast
; CHECK: store <16 x i16> %v, ptr %p, align 2
; CHECK: store <16 x i16> %v, ptr %lanes, align 16
; CHECK: store i16 %{{.*}}, ptr %{{.*}}, align 2
; CHECK: store <16 x i16> %v, ptr %q, align 2
; CHECK: ret void
define void @store(ptr %p, ptr %q, <16 x i8> %x, <16 x i16> %v) {
  %m = icmp ugt <16 x i8> %x, zeroinitializer
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %p, i32 2, <16 x i1> %m)
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %q, i32 2, <16 x i1> %m)
  ret void
}
