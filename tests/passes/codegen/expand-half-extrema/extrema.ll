; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Minimum and maximum of half become a comparison and a selection; atomic ones become a loop of
; compare-and-exchange. Other types keep their instructions.
; RUN: %cc --passes=expand-half-extrema %s | FileCheck %s
; RUN: %cc --from=group --level=x86-64-v3 -S -o - %s | FileCheck %s --check-prefix=CODE
; CODE-NOT: call{{.*}}fm
declare half @llvm.minnum.f16(half, half)
declare <8 x half> @llvm.maxnum.v8f16(<8 x half>, <8 x half>)
declare float @llvm.minnum.f32(float, float)

; CHECK-LABEL: define half @minimum(
; CHECK-NEXT: %[[LESS:.*]] = fcmp olt half %a, %b
; CHECK-NEXT: %[[NAN:.*]] = fcmp uno half %b, %b
; CHECK-NEXT: %[[FIRST:.*]] = or i1 %[[LESS]], %[[NAN]]
; CHECK-NEXT: %[[RESULT:.*]] = select i1 %[[FIRST]], half %a, half %b
; CHECK-NEXT: ret half %[[RESULT]]
define half @minimum(half %a, half %b) {
  %x = call half @llvm.minnum.f16(half %a, half %b)
  ret half %x
}

; CHECK-LABEL: define <8 x half> @maximum(
; CHECK: fcmp ogt <8 x half> %a, %b
; CHECK-NOT: call
define <8 x half> @maximum(<8 x half> %a, <8 x half> %b) {
  %x = call <8 x half> @llvm.maxnum.v8f16(<8 x half> %a, <8 x half> %b)
  ret <8 x half> %x
}

; Of zeros of both signs this is the first one.
; CHECK-LABEL: define half @choice(
; CHECK: %[[LESS:.*]] = fcmp olt half %a, %b
; CHECK: %[[TEST:.*]] = freeze i1 %[[LESS]]
; CHECK: select i1 %[[TEST]], half %b, half %a
define half @choice(half %a, half %b) {
  %less = fcmp olt half %a, %b
  %x = select i1 %less, half %b, half %a
  ret half %x
}

; Of zeros of both signs this is the constant. Code generation took it for a minimum, which may be the other
; one: LLVM 19 does so if one of the two is a constant that is not a NaN.
; CHECK-LABEL: define half @zero(
; CHECK: %[[LESS:.*]] = fcmp olt half %a, 0xH0000
; CHECK: %[[TEST:.*]] = freeze i1 %[[LESS]]
; CHECK: select i1 %[[TEST]], half %a, half 0xH0000
define half @zero(half %a) {
  %less = fcmp olt half %a, 0xH0000
  %x = select i1 %less, half %a, half 0xH0000
  ret half %x
}

; CHECK-LABEL: define half @otherChoice(
; CHECK-NOT: freeze
define half @otherChoice(half %a, half %b, half %c) {
  %less = fcmp olt half %a, %b
  %x = select i1 %less, half %b, half %c
  ret half %x
}

; CHECK-LABEL: define half @atomicMinimum(
; CHECK: %[[BEGIN:.*]] = load atomic i16, ptr %p monotonic, align 2
; CHECK: atomic:
; CHECK: %[[BITS:.*]] = phi i16 [ %[[BEGIN]], %{{.*}} ], [ %[[SEEN:.*]], %atomic ]
; CHECK: %[[OLD:.*]] = bitcast i16 %[[BITS]] to half
; CHECK: fcmp olt half %[[OLD]], %x
; CHECK: %[[NEW:.*]] = select i1 %{{.*}}, half %[[OLD]], half %x
; CHECK: %[[WANTED:.*]] = bitcast half %[[NEW]] to i16
; CHECK: cmpxchg ptr %p, i16 %[[BITS]], i16 %[[WANTED]] acq_rel acquire, align 2
; CHECK: br i1 %{{.*}}, label %atomic.end, label %atomic
; CHECK: atomic.end:
; CHECK-NEXT: ret half %[[OLD]]
define half @atomicMinimum(ptr %p, half %x) {
  %old = atomicrmw fmin ptr %p, half %x acq_rel
  ret half %old
}

; CHECK-LABEL: define float @others(
; CHECK: call float @llvm.minnum.f32
; CHECK: atomicrmw fmin ptr %p, float
; CHECK: atomicrmw fadd ptr %q, half
define float @others(ptr %p, ptr %q, float %a, float %b, half %h) {
  %x = call float @llvm.minnum.f32(float %a, float %b)
  %y = atomicrmw fmin ptr %p, float %x monotonic
  %z = atomicrmw fadd ptr %q, half %h monotonic
  ret float %y
}
