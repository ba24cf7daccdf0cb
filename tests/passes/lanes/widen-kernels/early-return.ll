; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes that returned are inactive in what follows. There is one return.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[RETURNED:.*]] = icmp uge <4 x i64>
; CHECK: %[[OTHERS:.*]] = xor <4 x i1> %[[RETURNED]], <i1 true
; CHECK: %[[MASK:.*]] = select <4 x i1> %live, <4 x i1> %[[OTHERS]], <4 x i1> zeroinitializer
; CHECK: br i1 %{{.*}}, label %choice, label %return
; CHECK-NOT: ret void
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}, <4 x i1> %[[MASK]])
; CHECK: br label %return
; CHECK: ret void
; CHECK-NOT: ret void
; CHECK: }
define void @k(ptr %p, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %past = icmp uge i64 %id, %n
  br i1 %past, label %return, label %work
return:
  ret void
work:
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
