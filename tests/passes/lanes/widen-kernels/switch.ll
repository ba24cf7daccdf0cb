; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A switch on which lanes differ becomes branches. Each case runs for its lanes, of
; which those with a number have one at most.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK-NOT: switch
; CHECK-DAG: icmp eq <4 x i64> %{{.*}}, <i64 7, i64 7, i64 7, i64 7>
; CHECK-DAG: icmp eq <4 x i64> %{{.*}}, <i64 100, i64 100, i64 100, i64 100>
; CHECK-DAG: br i1 %{{.*}}, label %seven.lanes
; CHECK-DAG: br i1 %{{.*}}, label %hundred.lanes
; CHECK-DAG: br i1 %{{.*}}, label %others.lanes
; CHECK-DAG: store i32 1, ptr
; CHECK-DAG: store i32 2, ptr
; CHECK-DAG: call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 3, {{.*}}, <4 x i1> %
; CHECK: }
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i32, ptr %p, i64 %id
  switch i64 %id, label %others [ i64 7, label %seven
                                  i64 100, label %hundred ]
seven:
  store i32 1, ptr %to
  br label %end
hundred:
  store i32 2, ptr %to
  br label %end
others:
  store i32 3, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
