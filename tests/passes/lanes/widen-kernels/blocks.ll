; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Components are taken apart within blocks of 16 bytes, which registers of 256 bits do in one instruction each. The
; blocks come into an order first in which no other shuffles are needed.
; RUN: %cc --level=x86-64-v3 --passes=%widen %s | FileCheck %s
; RUN: sed 's/i32 256}/i32 512}/' %s | %cc --from=link --level=x86-64-v4 --passes=%widen - | FileCheck --check-prefix=WIDE %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @apart(
; CHECK: %[[FIRST:.*]] = shufflevector <8 x float> %[[A:.*]], <8 x float> %[[B:.*]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK: %[[SECOND:.*]] = shufflevector <8 x float> %[[A]], <8 x float> %[[B]], <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
; CHECK: %[[EVEN:.*]] = shufflevector <8 x float> %[[FIRST]], <8 x float> %[[SECOND]], <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
; CHECK: shufflevector <8 x float> %[[EVEN]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
; WIDE-LABEL: define void @apart(
; WIDE: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
define void @apart(ptr %p, ptr %q) "lanewise-kernel"="apart" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <4 x float>, ptr %p, i64 %id
  %v = load <4 x float>, ptr %from
  %x = extractelement <4 x float> %v, i64 0
  %y = extractelement <4 x float> %v, i64 1
  %z = extractelement <4 x float> %v, i64 2
  %w = extractelement <4 x float> %v, i64 3
  %a = fmul float %x, %y
  %b = fmul float %z, %w
  %sum = fadd float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; CHECK-LABEL: define void @together(
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
; WIDE-LABEL: define void @together(
; WIDE: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
define void @together(ptr %p, ptr %q) "lanewise-kernel"="together" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %from
  %y = fmul float %x, %x
  %z = fmul float %x, %y
  %w = fmul float %z, %z
  %v0 = insertelement <4 x float> poison, float %x, i64 0
  %v1 = insertelement <4 x float> %v0, float %y, i64 1
  %v2 = insertelement <4 x float> %v1, float %z, i64 2
  %v3 = insertelement <4 x float> %v2, float %w, i64 3
  %to = getelementptr <4 x float>, ptr %q, i64 %id
  store <4 x float> %v3, ptr %to
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 8}
!1 = !{i32 2, !"lanewise-register-bits", i32 256}
