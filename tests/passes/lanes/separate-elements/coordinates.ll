; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Elements of vectors of integers that are made of scalars are computed alone.
; RUN: %cc --passes=separate-elements %s | FileCheck %s

; The shape of addresses was lost where a compiler had combined two conversions.
; CHECK-LABEL: define i64 @combined(
; CHECK: %[[LOW:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[WIDE:.*]] = sext i32 %[[LOW]] to i64
; CHECK-NEXT: ret i64 %[[WIDE]]
define i64 @combined(i64 %x, i64 %y) {
  %a = insertelement <2 x i64> undef, i64 %y, i32 0
  %both = insertelement <2 x i64> %a, i64 %x, i32 1
  %low = trunc <2 x i64> %both to <2 x i32>
  %second = extractelement <2 x i32> %low, i32 1
  %wide = sext i32 %second to i64
  ret i64 %wide
}

; CHECK-LABEL: define i32 @neighbour(
; CHECK: %[[SUM:.*]] = add nsw i32 %x, 1
; CHECK-NEXT: %[[TWICE:.*]] = shl i32 %[[SUM]], 3
; CHECK-NEXT: ret i32 %[[TWICE]]
define i32 @neighbour(i32 %x, i32 %y) {
  %a = insertelement <2 x i32> poison, i32 %x, i64 0
  %both = insertelement <2 x i32> %a, i32 %y, i64 1
  %sum = add nsw <2 x i32> %both, <i32 1, i32 2>
  %twice = shl <2 x i32> %sum, <i32 3, i32 4>
  %first = extractelement <2 x i32> %twice, i64 0
  ret i32 %first
}

; Not from a vector in memory, not by an index that varies, not numbers, and no division again.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-4: extractelement
; CHECK-NOT: {{(add|udiv) i32}}
; CHECK: ret void
define void @others(ptr %p, i32 %x, i32 %i, float %f) {
  %loaded = load <2 x i32>, ptr %p
  %sum = add <2 x i32> %loaded, <i32 1, i32 2>
  %a = extractelement <2 x i32> %sum, i64 0
  %one = insertelement <2 x i32> zeroinitializer, i32 %x, i64 0
  %more = add <2 x i32> %one, <i32 1, i32 2>
  %b = extractelement <2 x i32> %more, i32 %i
  %number = insertelement <2 x float> zeroinitializer, float %f, i64 0
  %twice = fadd <2 x float> %number, %number
  %c = extractelement <2 x float> %twice, i64 0
  %quotient = udiv <2 x i32> %one, <i32 3, i32 5>
  %d = extractelement <2 x i32> %quotient, i64 0
  store volatile i32 %a, ptr %p
  store volatile i32 %b, ptr %p
  store volatile float %c, ptr %p
  store volatile i32 %d, ptr %p
  ret void
}
