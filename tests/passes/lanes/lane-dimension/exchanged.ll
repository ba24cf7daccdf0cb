; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Memory is adjacent along y: the calls exchange x and y, and the attribute says so.
; RUN: %cc --level=x86-64-v4 --passes=lane-dimension %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @along_y(
; CHECK-SAME: #[[Y:[0-9]+]]
; CHECK: %x = call i64 @lanewise.global_id(i32 1)
; CHECK: %y = call i64 @lanewise.global_id(i32 0)
define void @along_y(ptr %a, i64 %width) "lanewise-kernel"="along_y" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, %width
  %index = add i64 %row, %y
  %to = getelementptr float, ptr %a, i64 %index
  store float 1.0, ptr %to
  ret void
}

; CHECK-LABEL: define void @along_x(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
; CHECK: %y = call i64 @lanewise.global_id(i32 1)
define void @along_x(ptr %a, i64 %width) "lanewise-kernel"="along_x" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %y, %width
  %index = add i64 %row, %x
  %to = getelementptr float, ptr %a, i64 %index
  store float 1.0, ptr %to
  ret void
}

; A kernel that is not prepared is not for vectors.
; CHECK-LABEL: define void @scalar(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
define void @scalar(ptr %a, i64 %width) "lanewise-kernel"="scalar" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, %width
  %index = add i64 %row, %y
  %to = getelementptr float, ptr %a, i64 %index
  store float 1.0, ptr %to
  ret void
}
; CHECK: #[[Y]] = { {{.*}}"lanewise-lane-dimension"="1"
