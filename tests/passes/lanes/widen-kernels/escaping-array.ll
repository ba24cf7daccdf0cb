; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A private array whose address a function gets has one copy per lane, one behind another.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare void @use(ptr)
; CHECK-LABEL: define void @k(
; CHECK: %array = alloca [128 x i8], align 4
; CHECK: %[[EACH:.*]] = getelementptr i8, ptr %array, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
; CHECK: store <4 x ptr> %[[EACH]], ptr %[[POINTERS:.*]], align 64
; CHECK: lane:
; CHECK: %[[ONE:.*]] = load ptr, ptr %{{.*}}
; CHECK: call void @use(ptr %[[ONE]])
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  %array = alloca [8 x i32]
  call void @use(ptr %array)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
