; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two loads and a store at indices that may wrap: one test of all three, in front of code in which none does.
; There was a branch for each access. Arrays of billions of elements, in which one may wrap, get no tests.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @difference(
; CHECK: icmp ule i32 %left, -4
; CHECK: %[[A:.*]] = or i1
; CHECK: icmp ule i32 %right, -4
; CHECK: %[[B:.*]] = or i1
; CHECK: %[[BOTH:.*]] = and i1 %[[A]], %[[B]]
; CHECK: %[[ALL:.*]] = and i1 %[[BOTH]], %{{.*}}
; CHECK: br i1 %[[ALL]], label %[[FAST:.*]], label %slow
; CHECK: slow:
; CHECK-NOT: masked.load
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK-NOT: br i1
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK-NOT: br i1
; CHECK: call void @llvm.masked.scatter
; CHECK: [[FAST]]:
; CHECK-NEXT: %[[X:.*]] = call <4 x float> @llvm.masked.load
; CHECK-NOT: br i1
; CHECK: %[[Y:.*]] = call <4 x float> @llvm.masked.load
; CHECK-NOT: br i1
; CHECK: %[[Z:.*]] = fsub <4 x float> %[[X]], %[[Y]]
; CHECK-NOT: br i1
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %[[Z]],
; CHECK: %[[EITHER:.*]] = phi <4 x float> {{.*}}[ %[[Z]],
; CHECK: fneg <4 x float> %[[EITHER]]
define void @difference(ptr %a, ptr %b, i32 %offset, i32 %pitch) "lanewise-kernel"="difference" "lanewise-arguments"="v0,v8,v16,v20" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %left = add i32 %narrow, %offset
  %wide.left = zext i32 %left to i64
  %from.left = getelementptr float, ptr %a, i64 %wide.left
  %x = load float, ptr %from.left
  %right = add i32 %left, %pitch
  %wide.right = zext i32 %right to i64
  %from.right = getelementptr float, ptr %a, i64 %wide.right
  %y = load float, ptr %from.right
  %z = fsub float %x, %y
  %third = add i32 %right, %pitch
  %wide.third = zext i32 %third to i64
  %to = getelementptr float, ptr %b, i64 %wide.third
  store float %z, ptr %to
  %n = fneg float %z
  %own = getelementptr float, ptr %b, i64 %id
  store float %n, ptr %own
  ret void
}

; The second index comes from memory that the first access may have changed: two tests.
; CHECK-LABEL: define void @reloaded(
; CHECK: br i1 %{{.*}}, label %strided
; CHECK: br i1 %{{.*}}, label %strided
; CHECK-NOT: slow
define void @reloaded(ptr %a, ptr %b, i32 %offset) "lanewise-kernel"="reloaded" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %first = add i32 %narrow, %offset
  %wide.first = zext i32 %first to i64
  %to = getelementptr i32, ptr %a, i64 %wide.first
  store i32 1, ptr %to
  %loaded = load i32, ptr %b
  %second = add i32 %narrow, %loaded
  %wide.second = zext i32 %second to i64
  %again = getelementptr i32, ptr %a, i64 %wide.second
  store i32 2, ptr %again
  ret void
}
; The barrier between the accesses is one: vectors for which the assumption holds and others wait for each
; other. It was copied, and they did not.
; CHECK-LABEL: define void @before_and_behind(
; CHECK: call void @lanewise.barrier()
; CHECK-NOT: call void @lanewise.barrier()
; CHECK: ret void
define void @before_and_behind(ptr %a, i32 %offset) "lanewise-kernel"="before_and_behind" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %first = add i32 %narrow, %offset
  %wide = zext i32 %first to i64
  %to = getelementptr i32, ptr %a, i64 %wide
  store i32 1, ptr %to
  call void @lanewise.barrier()
  store i32 2, ptr %to
  ret void
}
declare void @lanewise.barrier() convergent
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
