; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The mean of bytes in 32 bits fits in 16.
; RUN: %cc --passes=narrow-integers %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @mean(
; CHECK: add {{.*}}i16
; CHECK: lshr {{.*}}i16
; CHECK-NOT: add {{.*}}i32
define void @mean(ptr %a, ptr %b) "lanewise-kernel"="mean" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i8, ptr %a, i64 %id
  %x = load i8, ptr %from
  %next = getelementptr i8, ptr %from, i64 1
  %y = load i8, ptr %next
  %wide = zext i8 %x to i32
  %wider = zext i8 %y to i32
  %sum = add i32 %wide, %wider
  %half = lshr i32 %sum, 1
  %mean = trunc i32 %half to i8
  %to = getelementptr i8, ptr %b, i64 %id
  store i8 %mean, ptr %to
  ret void
}
