; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Four bytes of a lane are a number of 32 bits.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare <32 x i8> @llvm.masked.load.v32i8.p0(ptr, i32, <32 x i1>, <32 x i8>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)

; CHECK-LABEL: define <32 x i8> @four_bytes(
; CHECK: %[[V:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 1, <8 x i1> %m, <8 x i32> poison), !alias.scope
; CHECK: bitcast <8 x i32> %[[V]] to <32 x i8>
define <32 x i8> @four_bytes(ptr %p, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> poison, <32 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %v = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr %p, i32 1, <32 x i1> %all, <32 x i8> poison), !alias.scope !0
  ret <32 x i8> %v
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
