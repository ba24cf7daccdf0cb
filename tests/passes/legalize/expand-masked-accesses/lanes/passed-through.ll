; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Inactive lanes keep what is passed through.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare <16 x i8> @llvm.masked.load.v16i8.p0(ptr, i32, <16 x i1>, <16 x i8>)

; CHECK-LABEL: define <16 x i8> @passed_through(
; CHECK: %[[WHOLE:.*]] = load <16 x i8>, ptr %p, align 1
; CHECK: select <16 x i1> %m, <16 x i8> %[[WHOLE]], <16 x i8> %rest
; CHECK: store <16 x i8> %rest, ptr %lanes, align 16
; CHECK-NEXT: zext
define <16 x i8> @passed_through(ptr %p, <16 x i1> %m, <16 x i8> %rest) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr %p, i32 1, <16 x i1> %m, <16 x i8> %rest)
  ret <16 x i8> %v
}
