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
