; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store whose instruction is slow.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
; RUN: %cc --level=x86-64-v2 --passes=expand-masked-accesses %s | FileCheck %s --check-prefix=SSE
; SSE-LABEL: define void @slow(
; SSE: store <8 x i32> %v, ptr %p, align 4
; SSE: store i32 %{{.*}}, ptr %{{.*}}, align 4
; SSE-NOT: call void @llvm.masked.store
; SSE-LABEL: define <8 x i32> @others(
declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, i32, <16 x i1>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
declare void @llvm.masked.store.v16i1.p0(<16 x i1>, ptr, i32, <16 x i1>)
declare void @llvm.masked.store.v66i8.p0(<66 x i8>, ptr, i32, <66 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)

; CHECK-LABEL: define void @slow(
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %m to i8
; CHECK: icmp eq i8 %[[BITS]], -1
; CHECK: store <8 x i32> %v, ptr %p, align 4
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> %m)
define void @slow(ptr %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> %m)
  ret void
}

; Left as they are: elements that are not whole bytes, more than 64 lanes, constant masks, and elements that have an instruction.
; CHECK-LABEL: define <8 x i32> @others(
; CHECK-NOT: br
; CHECK: ret
define <8 x i32> @others(ptr %p, <16 x i16> %v, <8 x i1> %m, <16 x i1> %bits, <66 x i8> %long, <66 x i1> %many) {
  call void @llvm.masked.store.v16i1.p0(<16 x i1> %bits, ptr %p, i32 1, <16 x i1> %bits)
  call void @llvm.masked.store.v66i8.p0(<66 x i8> %long, ptr %p, i32 1, <66 x i1> %many)
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %p, i32 2, <16 x i1> <i1 1, i1 0, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>)
  %w = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> %m, <8 x i32> poison)
  ret <8 x i32> %w
}
