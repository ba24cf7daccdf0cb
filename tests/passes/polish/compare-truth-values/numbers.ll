; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Numbers that are 0 or 1 because they are results of comparisons are compared as such.
; RUN: %cc --passes=compare-truth-values %s | FileCheck %s

; (a > b) == up
; CHECK-LABEL: define i1 @equal(
; CHECK-NEXT: %more = icmp ugt i32 %a, %b
; CHECK-NEXT: %[[DIFFER:.*]] = xor i1 %more, %up
; CHECK-NEXT: %[[SAME:.*]] = xor i1 %[[DIFFER]], true
; CHECK-NEXT: ret i1 %[[SAME]]
define i1 @equal(i32 %a, i32 %b, i1 %up) {
  %more = icmp ugt i32 %a, %b
  %first = select i1 %more, i32 1, i32 0
  %second = zext i1 %up to i32
  %r = icmp eq i32 %first, %second
  ret i1 %r
}

; if (a & !b | 1 ^ c), and a byte that is converted to bool
; CHECK-LABEL: define i1 @operations(
; CHECK-NEXT: %[[NOT:.*]] = xor i1 %b, true
; CHECK-NEXT: %[[AND:.*]] = and i1 %a, %[[NOT]]
; CHECK-NEXT: %[[ODD:.*]] = xor i1 true, %c
; CHECK-NEXT: %[[OR:.*]] = or i1 %[[AND]], %[[ODD]]
; CHECK-NEXT: %[[BYTE:.*]] = or i1 %[[OR]], %a
; CHECK-NEXT: ret i1 %[[BYTE]]
define i1 @operations(i1 %a, i1 %b, i1 %c) {
  %first = zext i1 %a to i32
  %second = select i1 %b, i32 0, i32 1
  %both = and i32 %first, %second
  %third = zext i1 %c to i32
  %odd = xor i32 1, %third
  %either = or i32 %both, %odd
  %r = icmp ne i32 %either, 0
  %byte = zext i1 %a to i8
  %as.byte = zext i1 %r to i8
  %sum = or i8 %as.byte, %byte
  %t = trunc i8 %sum to i1
  ret i1 %t
}

; Components, and one condition for all of them.
; CHECK-LABEL: define <2 x i1> @vectors(
; CHECK: %[[ALL:.*]] = shufflevector <2 x i1>
; CHECK: xor <2 x i1> %a, %[[ALL]]
define <2 x i1> @vectors(<2 x i1> %a, i1 %b) {
  %first = zext <2 x i1> %a to <2 x i16>
  %second = select i1 %b, <2 x i16> splat (i16 1), <2 x i16> zeroinitializer
  %r = icmp ne <2 x i16> %first, %second
  ret <2 x i1> %r
}

; Numbers that are not 0 or 1, comparisons of size, and a sum.
; CHECK-LABEL: define i1 @others(
; CHECK: icmp eq i32 %first, %n
; CHECK: icmp ult i32 %first, %second
; CHECK: icmp eq i32 %sum, 1
; CHECK: icmp eq i32 %wide, 1
define i1 @others(i1 %a, i1 %b, i32 %n, i8 %m) {
  %first = zext i1 %a to i32
  %second = zext i1 %b to i32
  %r = icmp eq i32 %first, %n
  %s = icmp ult i32 %first, %second
  %sum = add i32 %first, %second
  %t = icmp eq i32 %sum, 1
  %wide = zext i8 %m to i32
  %u = icmp eq i32 %wide, 1
  %rs = and i1 %r, %s
  %tu = and i1 %t, %u
  %q = or i1 %rs, %tu
  ret i1 %q
}
