; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A branch on which lanes differ becomes a mask. The code under it is skipped if no lane is active, which the id of the
; first lane shows. Behind it all lanes are together again.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: %[[COND:.*]] = icmp ult <4 x i64> %{{.*}}, %{{.*}}
; CHECK: %[[MASK:.*]] = select <4 x i1> %live, <4 x i1> %[[COND]], <4 x i1> zeroinitializer
; CHECK: then:
; CHECK: %[[ANY:.*]] = icmp ult i64 %id, %n
; CHECK: br i1 %[[ANY]], label %choice, label %after
; CHECK: after:
; CHECK: call void @llvm.masked.store.v4i64.p0({{.*}}, ptr %to, i32 4, <4 x i1> %live)
; CHECK: then.lanes:
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}}, ptr %at, i32 4, <4 x i1> %[[MASK]])
; CHECK: br label %after
define void @k(ptr %p, ptr %q, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %few = icmp ult i64 %id, %n
  br i1 %few, label %then, label %after
then:
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %at
  br label %after
after:
  %to = getelementptr i64, ptr %q, i64 %id
  store i64 %n, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
