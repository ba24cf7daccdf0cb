; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loaded vector whose elements are only taken out becomes loads of the elements, next to their uses.
; RUN: %cc --passes=load-elements %s | FileCheck %s

; CHECK-LABEL: define void @indices(
; CHECK-NEXT: %[[FIRST:.*]] = getelementptr inbounds i8, ptr %p, i64 0
; CHECK-NEXT: load i32, ptr %[[FIRST]], align 16
; CHECK-NEXT: lshr i32 %{{.*}}, 24
; CHECK-NEXT: zext i32 %{{.*}} to i64
; CHECK-NEXT: store i64 %{{.*}}, ptr %q
; CHECK-NEXT: %[[THIRD:.*]] = getelementptr inbounds i8, ptr %p, i64 8
; CHECK-NEXT: load i32, ptr %[[THIRD]], align 8
; CHECK-NEXT: lshr i32 %{{.*}}, 8
; CHECK-NEXT: zext i32 %{{.*}} to i64
; CHECK-NEXT: store i64 %{{.*}}, ptr %q
; CHECK-NEXT: ret void
define void @indices(ptr noalias %p, ptr noalias %q) "lanewise-lanes"="4" {
  %v = load <4 x i32>, ptr %p, align 16
  %high = lshr <4 x i32> %v, <i32 24, i32 16, i32 8, i32 0>
  %wide = zext <4 x i32> %high to <4 x i64>
  %a = extractelement <4 x i64> %wide, i64 0
  store i64 %a, ptr %q
  %b = extractelement <4 x i64> %wide, i64 2
  store i64 %b, ptr %q
  ret void
}

; What accesses say about other memory stays.
; CHECK-LABEL: define i32 @scopes(
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i32, ptr %{{.*}}, align 4, !alias.scope !0, !noalias !3
; CHECK-NEXT: store i32 5, ptr %q, align 4, !alias.scope !3, !noalias !0
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i32, ptr %{{.*}}, align 4, !alias.scope !0, !noalias !3
define i32 @scopes(ptr %p, ptr %q) "lanewise-lanes"="2" {
  %v = load <2 x i32>, ptr %p, align 4, !alias.scope !0, !noalias !3
  %a = extractelement <2 x i32> %v, i64 0
  store i32 5, ptr %q, align 4, !alias.scope !3, !noalias !0
  %b = extractelement <2 x i32> %v, i64 1
  %sum = add i32 %a, %b
  ret i32 %sum
}

; CHECK-LABEL: define i32 @used_as_a_vector(
; CHECK-NEXT: load <4 x i32>
define i32 @used_as_a_vector(ptr noalias %p, ptr noalias %q) "lanewise-lanes"="4" {
  %v = load <4 x i32>, ptr %p
  %a = extractelement <4 x i32> %v, i64 0
  store <4 x i32> %v, ptr %q
  ret i32 %a
}

; CHECK-LABEL: define i32 @memory_may_change(
; CHECK-NEXT: load <2 x i32>
define i32 @memory_may_change(ptr %p, ptr %q) "lanewise-lanes"="2" {
  %v = load <2 x i32>, ptr %p
  %a = extractelement <2 x i32> %v, i64 0
  store i32 5, ptr %q
  %b = extractelement <2 x i32> %v, i64 1
  %sum = add i32 %a, %b
  ret i32 %sum
}

; CHECK-LABEL: define <2 x i32> @shuffle(
; CHECK-NEXT: load <2 x i32>
define <2 x i32> @shuffle(ptr %p, i32 %x) "lanewise-lanes"="2" {
  %v = load <2 x i32>, ptr %p
  %a = extractelement <2 x i32> %v, i64 0
  %b = insertelement <2 x i32> poison, i32 %a, i64 1
  %c = insertelement <2 x i32> %b, i32 %x, i64 0
  ret <2 x i32> %c
}

; CHECK-LABEL: define i32 @any_index(
; CHECK-NEXT: load <2 x i32>
define i32 @any_index(ptr %p, i64 %i) "lanewise-lanes"="2" {
  %v = load <2 x i32>, ptr %p
  %a = extractelement <2 x i32> %v, i64 %i
  ret i32 %a
}

; CHECK-LABEL: define i32 @other_block(
; CHECK-NEXT: load <2 x i32>
define i32 @other_block(ptr %p, i1 %c) "lanewise-lanes"="2" {
  %v = load <2 x i32>, ptr %p
  br i1 %c, label %yes, label %no
yes:
  %a = extractelement <2 x i32> %v, i64 1
  ret i32 %a
no:
  ret i32 0
}

; CHECK-LABEL: define i32 @volatile(
; CHECK-NEXT: load volatile <2 x i32>
define i32 @volatile(ptr %p) "lanewise-lanes"="2" {
  %v = load volatile <2 x i32>, ptr %p
  %a = extractelement <2 x i32> %v, i64 1
  ret i32 %a
}

; CHECK-LABEL: define i32 @arithmetic_stays_in_vectors(
; CHECK-NEXT: load <2 x i32>
define i32 @arithmetic_stays_in_vectors(ptr %p) "lanewise-lanes"="2" {
  %v = load <2 x i32>, ptr %p
  %w = mul <2 x i32> %v, %v
  %a = extractelement <2 x i32> %w, i64 1
  ret i32 %a
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
