; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line gets the offset and the sizes of the object behind each pointer of the program, through functions in
; between, whatever the object is: an argument, or a variable of a caller. The pointer to what the code itself has passed
; gets none.
; RUN: %cc --passes=pass-pointer-places %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-DAG: %[[OFFSET:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK-DAG: %[[INDEX:.*]] = mul i64 %i, 4
; CHECK-DAG: %[[MOVED:.*]] = add i64 %[[OFFSET]], %[[INDEX]]
; CHECK: call void @guest.outer(ptr %p, ptr %{{.*}}, i64 %[[MOVED]], i64 %[[READABLE:.*]], i64 %[[WRITABLE:.*]])
; CHECK: call void @guest.inner(ptr %own, i64 0, i64 16, i64 16)
; CHECK-LABEL: define internal void @guest.outer(ptr "lanewise-pointer-place"="buffer:2" %p, ptr %launch, i64 %0, i64 %1, i64 %2)
; CHECK: %[[FURTHER:.*]] = add i64 %0, 8
; CHECK: call void @guest.inner(ptr %next, i64 %[[FURTHER]], i64 %1, i64 %2)
; CHECK-LABEL: define internal void @guest.inner(ptr "lanewise-pointer-place"="{{buffer|private}}:1" %p, i64 %0, i64 %1, i64 %2)
define void @k(ptr %a, i64 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8" "lanewise-checked-arguments"="g24,-" "lanewise-checked-launch"="16" {
  %own = alloca [4 x i32], align 4
  %p = getelementptr i32, ptr %a, i64 %i
  %launch = call ptr @lanewise.launch()
  call void @guest.outer(ptr %p, ptr %launch)
  call void @guest.inner(ptr %own)
  ret void
}
define internal void @guest.outer(ptr %p, ptr %launch) "lanewise-out-of-line" {
  %next = getelementptr i8, ptr %p, i64 8
  call void @guest.inner(ptr %next)
  ret void
}
define internal void @guest.inner(ptr %p) "lanewise-out-of-line" {
  store i32 1, ptr %p, align 4
  ret void
}
declare ptr @lanewise.launch() nounwind speculatable willreturn memory(none)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
