; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An array whose accesses are elements of one size is marked, with that size. One whose address escapes is not.
; RUN: %cc --passes=interleave-variables %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @keep(ptr)

; CHECK-LABEL: define void @arrays(
; CHECK: %array = alloca [8 x float], align 4, !lanewise.interleaved ![[SIZE:[0-9]+]]
; CHECK: %mixed = alloca [8 x float], align 4{{$}}
; CHECK: %kept = alloca [8 x float], align 4{{$}}
; CHECK: ![[SIZE]] = !{i64 4}
define void @arrays(ptr %a, i64 %n) "lanewise-kernel"="arrays" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %array = alloca [8 x float], align 4
  %mixed = alloca [8 x float], align 4
  %kept = alloca [8 x float], align 4
  %element = getelementptr float, ptr %array, i64 %n
  store float 1.0, ptr %element
  store i8 1, ptr %mixed
  %other = getelementptr float, ptr %mixed, i64 %n
  store float 1.0, ptr %other
  call void @keep(ptr %kept)
  %x = load float, ptr %element
  store float %x, ptr %a
  ret void
}
