; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Stores to private bytes that a later store overwrites are removed, unless they may be read before.
; RUN: %cc --passes=drop-overwritten-stores %s | FileCheck %s

declare void @read(ptr)
declare void @compute() memory(none)

; CHECK-LABEL: define void @filled(
; CHECK-NOT: store i8
; CHECK: store i16
define void @filled(i16 %value) {
  %variable = alloca i16
  store i8 85, ptr %variable
  %second = getelementptr i8, ptr %variable, i64 1
  store i8 85, ptr %second
  call void @compute()
  store i16 %value, ptr %variable
  call void @read(ptr %variable)
  ret void
}

; Two later stores overwrite it together.
; CHECK-LABEL: define void @by_parts(
; CHECK-NOT: store i16
; CHECK: store i8 1
; CHECK: store i8 2
define void @by_parts(i16 %value) {
  %variable = alloca i16
  store i16 %value, ptr %variable
  store i8 1, ptr %variable
  %second = getelementptr i8, ptr %variable, i64 1
  store i8 2, ptr %second
  call void @read(ptr %variable)
  ret void
}

; CHECK-LABEL: define void @in_part(
; CHECK: store i16
; CHECK: store i8 1
define void @in_part(i16 %value) {
  %variable = alloca i16
  store i16 %value, ptr %variable
  store i8 1, ptr %variable
  call void @read(ptr %variable)
  ret void
}

; CHECK-LABEL: define i8 @loaded(
; CHECK: store i8 1
; CHECK-NOT: store i8 2
; CHECK: load i8
; CHECK: store i16
define i8 @loaded(i16 %value) {
  %variable = alloca i16
  %second = getelementptr i8, ptr %variable, i64 1
  store i8 1, ptr %variable
  store i8 2, ptr %second
  %first = load i8, ptr %variable
  store i16 %value, ptr %variable
  call void @read(ptr %variable)
  ret i8 %first
}

; CHECK-LABEL: define i8 @loaded_at_an_index(
; CHECK: store i8 1
; CHECK: load i8
; CHECK: store i16
define i8 @loaded_at_an_index(i16 %value, i64 %index) {
  %variable = alloca i16
  %element = getelementptr i8, ptr %variable, i64 %index
  store i8 1, ptr %variable
  %found = load i8, ptr %element
  store i16 %value, ptr %variable
  call void @read(ptr %variable)
  ret i8 %found
}

; A pointer from memory may be that of the variable. A parameter is not.
; CHECK-LABEL: define i8 @loaded_elsewhere(
; CHECK-NOT: store i8 1
; CHECK: store i8 2
; CHECK: store i8 3
define i8 @loaded_elsewhere(ptr %pointers) {
  %variable = alloca i8
  store ptr %variable, ptr %pointers
  store i8 1, ptr %variable
  %pointer = load ptr, ptr %pointers
  store i8 2, ptr %variable
  %found = load i8, ptr %pointer
  store i8 3, ptr %variable
  call void @read(ptr %variable)
  ret i8 %found
}

; CHECK-LABEL: define void @called(
; CHECK: store i8 1
; CHECK: store i8 2
define void @called() {
  %variable = alloca i8
  store i8 1, ptr %variable
  call void @read(ptr %variable)
  store i8 2, ptr %variable
  call void @read(ptr %variable)
  ret void
}

; CHECK-LABEL: define void @in_other_blocks(
; CHECK: store i8 1
; CHECK: store i8 2
define void @in_other_blocks(i1 %condition) {
  %variable = alloca i8
  store i8 1, ptr %variable
  br i1 %condition, label %then, label %end
then:
  store i8 2, ptr %variable
  br label %end
end:
  call void @read(ptr %variable)
  ret void
}

; CHECK-LABEL: define void @volatile(
; CHECK: store volatile i8 1
; CHECK: store i8 2
define void @volatile() {
  %variable = alloca i8
  store volatile i8 1, ptr %variable
  store i8 2, ptr %variable
  call void @read(ptr %variable)
  ret void
}

; The buffer of a kernel may be read by others.
; CHECK-LABEL: define void @buffer(
; CHECK: store i8 1
; CHECK: store i8 2
define void @buffer(ptr %buffer) {
  store i8 1, ptr %buffer
  store i8 2, ptr %buffer
  ret void
}
