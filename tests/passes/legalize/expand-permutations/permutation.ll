; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A permutation becomes one extraction and one insertion for each element. Code generation finds the
; instruction for it also where the numbers are computed in front of a loop.
; RUN: %cc --passes=expand-permutations %s | FileCheck %s
; RUN: %cc --from=group --level=x86-64-v3 -S -o - %s | FileCheck %s --check-prefix=CODE
declare <8 x float> @lanewise.permute.v8f32(<8 x float>, <8 x i32>) nounwind willreturn speculatable memory(none)

; CHECK-LABEL: define void @turn(
; CHECK: %[[N0:.*]] = extractelement <8 x i32> %from, i64 0
; CHECK-NEXT: %[[E0:.*]] = extractelement <8 x float> %x, i32 %[[N0]]
; CHECK-NEXT: %[[R0:.*]] = insertelement <8 x float> poison, float %[[E0]], i64 0
; CHECK-NEXT: %[[N1:.*]] = extractelement <8 x i32> %from, i64 1
; CHECK-NEXT: %[[E1:.*]] = extractelement <8 x float> %x, i32 %[[N1]]
; CHECK-NEXT: %[[R1:.*]] = insertelement <8 x float> %[[R0]], float %[[E1]], i64 1
; CHECK: %[[N7:.*]] = extractelement <8 x i32> %from, i64 7
; CHECK-NEXT: %[[E7:.*]] = extractelement <8 x float> %x, i32 %[[N7]]
; CHECK-NEXT: insertelement <8 x float> %{{.*}}, float %[[E7]], i64 7
; CODE-LABEL: turn:
; CODE: vpermps
; CODE-NOT: vinsertps
define void @turn(ptr %p, ptr %q, i32 %n) {
entry:
  %numbers = load <8 x i32>, ptr %q
  %from = and <8 x i32> %numbers, <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  %first = load <8 x float>, ptr %p
  br label %loop
loop:
  %x = phi <8 x float> [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %turned = call <8 x float> @lanewise.permute.v8f32(<8 x float> %x, <8 x i32> %from)
  %next = fadd <8 x float> %turned, %first
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %loop, label %end
end:
  store <8 x float> %next, ptr %p
  ret void
}
