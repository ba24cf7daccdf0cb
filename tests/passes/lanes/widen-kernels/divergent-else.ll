; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Both sides of a divergent branch run, each for its lanes. A phi behind them selects by the masks.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: %[[COND:.*]] = icmp ult <4 x i64>
; CHECK: %[[THEN:.*]] = select <4 x i1> %live, <4 x i1> %[[COND]], <4 x i1> zeroinitializer
; CHECK: %[[NOT:.*]] = xor <4 x i1> %[[COND]], <i1 true, i1 true, i1 true, i1 true>
; CHECK: %[[ELSE:.*]] = select <4 x i1> %live, <4 x i1> %[[NOT]], <4 x i1> zeroinitializer
; CHECK-DAG: %[[SOME_ELSE:.*]] = icmp uge i64 %{{[0-9]+}}, %n
; CHECK-DAG: br i1 %[[SOME_ELSE]], label %else.lanes, label %then
; CHECK-DAG: %[[SOME_THEN:.*]] = icmp ult i64 %id, %n
; CHECK-DAG: br i1 %[[SOME_THEN]], label %then.lanes, label %after
; CHECK-DAG: select <4 x i1> %[[THEN]], <4 x float> <float 1.0{{.*}}
; CHECK-DAG: select <4 x i1> %[[ELSE]], <4 x float> <float 2.0{{.*}}
; CHECK-DAG: call void @llvm.masked.store.v4f32.p0({{.*}}, ptr %to, i32 4, <4 x i1> %live)
define void @k(ptr %p, ptr %q, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %few = icmp ult i64 %id, %n
  br i1 %few, label %then, label %else
then:
  store volatile i32 1, ptr %q
  br label %after
else:
  store volatile i32 2, ptr %q
  br label %after
after:
  %x = phi float [ 1.0, %then ], [ 2.0, %else ]
  %to = getelementptr float, ptr %p, i64 %id
  store float %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
