; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What address spaces say about an access holds for those of all lanes, in both forms of an assumed stride.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0({{.*}}), !alias.scope ![[BUFFERS:[0-9]+]], !noalias ![[LOCAL:[0-9]+]]
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}), !alias.scope ![[LOCAL]], !noalias ![[BUFFERS]]
; CHECK: br i1
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}), !alias.scope ![[LOCAL]], !noalias ![[BUFFERS]]
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0({{.*}}), !alias.scope ![[LOCAL]], !noalias ![[BUFFERS]]
; CHECK: ret void
define void @k(ptr %a, ptr %t, i32 %n) #0 {
  %id = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr i32, ptr %a, i64 %id
  %value = load i32, ptr %from, !alias.scope !1, !noalias !2
  %to = getelementptr i32, ptr %t, i64 %id
  store i32 %value, ptr %to, !alias.scope !2, !noalias !1
  %short = trunc i64 %id to i32
  %moved = add i32 %short, %n
  %far = zext i32 %moved to i64
  %there = getelementptr i32, ptr %t, i64 %far
  store i32 %value, ptr %there, !alias.scope !2, !noalias !1
  ret void
}

; So does what `constant` says: nothing writes the memory.
; CHECK-LABEL: define void @constants(
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0({{.*}}), !invariant.load
define void @constants(ptr %a, ptr %t) #0 {
  %id = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr i32, ptr %a, i64 %id
  %value = load i32, ptr %from, !invariant.load !6
  %to = getelementptr i32, ptr %t, i64 %id
  store i32 %value, ptr %to
  ret void
}
attributes #0 = { "lanewise-kernel"="k" }
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{!3}
!2 = !{!4}
!3 = distinct !{!3, !5, !"buffers"}
!4 = distinct !{!4, !5, !"local memory"}
!5 = distinct !{!5, !"address spaces"}
!6 = !{}
