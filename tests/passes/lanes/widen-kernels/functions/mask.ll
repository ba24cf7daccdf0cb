; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call behind a condition has the mask of the lanes that come there. In the function it is the
; mask of what all of them run.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal void @f(ptr %p, i32 %x) "lanewise-out-of-line" {
entry:
  %some = icmp sgt i32 %x, 9
  br i1 %some, label %then, label %end
then:
  store i32 9, ptr %p
  br label %end
end:
  ret void
}
; CHECK-LABEL: define void @k(
; CHECK: %[[ODD:.*]] = select <4 x i1> %live, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[ODD]])
; CHECK: call void @f.lanes4(ptr %to, <4 x i32> %{{.*}}, <4 x i1> %[[ODD]])
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %to
  %low = and i32 %x, 1
  %odd = icmp ne i32 %low, 0
  br i1 %odd, label %call, label %end
call:
  call void @f(ptr %to, i32 %x)
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @f.lanes4(
; CHECK: %[[SOME:.*]] = select <4 x i1> %mask, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}, <4 x i1> %[[SOME]])

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
