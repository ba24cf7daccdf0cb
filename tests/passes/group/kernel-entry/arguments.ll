; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The entry loads arguments from the block once, loops over a row of groups, and has the name in
; "lanewise-kernel". Values that depend on y and z only are computed before the loop.
; RUN: %cc --passes=lower-local-memory,barrier-regions,work-item-loops,bound-private-memory,kernel-entry %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.global_size(i32)
declare ptr @lanewise.launch()
declare void @use(float, ptr, ptr, ptr, i64, i64)

; CHECK-NOT: call {{.*}}@lanewise.
; CHECK-LABEL: define void @symbol(ptr noalias noundef nonnull readonly align 8 dereferenceable(224) %launch, {{.*}} i64 %first, i64 %end, i64 %y, i64 %z)
; CHECK: entry:
; CHECK: %[[SIZE1P:.*]] = getelementptr inbounds i8, ptr %launch, i64 8
; CHECK: %[[SIZE1:.*]] = load i64, ptr %[[SIZE1P]], align 8, !invariant.load
; CHECK: %[[LOCAL:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %[[ARGSP:.*]] = getelementptr inbounds i8, ptr %launch, i64 112
; CHECK: %[[ARGS:.*]] = load ptr, ptr %[[ARGSP]], align 8, !invariant.load
; CHECK: %f = load float, ptr %{{.*}}, align 128, !invariant.load
; CHECK: %[[OFFSET:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %local = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[OFFSET]]
; CHECK: %value = getelementptr inbounds i8, ptr %[[ARGS]], i64 16
; CHECK: mul nuw nsw i64 %y, %{{.*}}
; CHECK: mul nuw nsw i64 %z, %{{.*}}
; CHECK-NOT: div
; CHECK: group:
; CHECK-NEXT: %x = phi i64 [ %first, %entry ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK-NOT: invariant.load
; CHECK-NOT: {{i64 %y,|i64 %z,}}
; CHECK: call void @use(float %f, ptr %local, ptr %value, ptr %launch, i64 %{{.*}}, i64 %[[SIZE1]])
; CHECK: %[[NEXT]] = add nuw nsw i64 %x, 1
; CHECK-NEXT: icmp eq i64 %[[NEXT]], %end
define internal void @kernel(float %f, ptr %local, ptr %value)
    "lanewise-kernel"="symbol" "lanewise-arguments"="v0,l8,b16" {
  %g = call i64 @lanewise.global_id(i32 0)
  %s = call i64 @lanewise.global_size(i32 1)
  %launch = call ptr @lanewise.launch()
  call void @use(float %f, ptr %local, ptr %value, ptr %launch, i64 %g, i64 %s)
  ret void
}

; CHECK: attributes {{.*}} "lanewise-local-bytes"="0" "lanewise-observes-groups"="1" "lanewise-private-bytes"="0" "lanewise-rows"="1" "lanewise-spill-fixed-bytes"="0" "lanewise-spill-vector-bytes"="0" "lanewise-uses-barrier"="0"
; CHECK-NOT: "lanewise-kernel"
