; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The state of a cipher was put together and taken apart in each of its rounds.
; RUN: %cc --passes=take-vectors-apart %s | FileCheck %s
declare void @use(<4 x i32>)

; CHECK-LABEL: define void @rounds(
; CHECK-NOT: x i32>
; CHECK: ret void
define void @rounds(ptr %p, ptr %table) {
entry:
  %first = load <4 x i32>, ptr %p, align 16
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %j, %round ]
  %s = phi <4 x i32> [ %first, %entry ], [ %s3, %round ]
  %x0 = extractelement <4 x i32> %s, i32 0
  %x1 = extractelement <4 x i32> %s, i32 1
  %x2 = extractelement <4 x i32> %s, i32 2
  %x3 = extractelement <4 x i32> %s, i32 3
  %y0 = add i32 %x0, %x1
  %y1 = xor i32 %x1, %x2
  %y2 = add i32 %x2, %x3
  %y3 = xor i32 %x3, %x0
  %s0 = insertelement <4 x i32> poison, i32 %y0, i32 0
  %s1 = insertelement <4 x i32> %s0, i32 %y1, i32 1
  %s2 = insertelement <4 x i32> %s1, i32 %y2, i32 2
  %s3 = insertelement <4 x i32> %s2, i32 %y3, i32 3
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, 10
  br i1 %again, label %round, label %end
end:
  store <4 x i32> %s3, ptr %p, align 16
  ret void
}

; Arithmetic on all components costs less on vectors.
; CHECK-LABEL: define void @arithmetic(
; CHECK: mul <4 x i32>
define void @arithmetic(ptr %p) {
  %a = load <4 x i32>, ptr %p, align 16
  %b = mul <4 x i32> %a, %a
  %c = add <4 x i32> %b, %a
  %x = extractelement <4 x i32> %c, i32 0
  %d = insertelement <4 x i32> %c, i32 %x, i32 1
  store <4 x i32> %d, ptr %p, align 16
  ret void
}

; An index that is not known would be a choice between all components.
; CHECK-LABEL: define i32 @variable(
; CHECK: extractelement <4 x i32> %b, i32 %i
define i32 @variable(<4 x i32> %a, i32 %i, i32 %x) {
  %b = insertelement <4 x i32> %a, i32 %x, i32 1
  %y = extractelement <4 x i32> %b, i32 %i
  ret i32 %y
}

; A function takes the whole vector.
; CHECK-LABEL: define void @passed(
; CHECK: insertelement <4 x i32> %a
; CHECK-NEXT: call void @use(<4 x i32>
define void @passed(<4 x i32> %a, i32 %x) {
  %b = insertelement <4 x i32> %a, i32 %x, i32 1
  call void @use(<4 x i32> %b)
  ret void
}

; A region of a widened kernel.
; CHECK-LABEL: define internal i32 @region(
; CHECK: extractelement
define internal i32 @region(<4 x i32> %a, i32 %x) {
  %b = insertelement <4 x i32> %a, i32 %x, i32 1
  %y = extractelement <4 x i32> %b, i32 1
  ret i32 %y
}
