; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An access is compared with the object that its pointer came from, whose size is behind the argument block or known, and
; does not happen outside of it. What is always inside has no check. A store compares with what may be written.
; RUN: %cc --passes=check-memory %s | FileCheck %s
; CHECK: @check.site = private unnamed_addr constant [{{[0-9]+}} x i8] c"memory\0Awrite of 4 bytes\0Aargument 0\0A\00"
; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: %[[BLOCK:.*]] = call ptr @lanewise.arguments()
; CHECK: %[[OBJECT:.*]] = getelementptr i8, ptr %[[BLOCK]], i64 24
; CHECK: %[[WRITABLE_AT:.*]] = getelementptr i8, ptr %[[OBJECT]], i64 16
; CHECK: %[[WRITABLE:.*]] = load i64, ptr %[[WRITABLE_AT]], align 8, !invariant.load
; CHECK: %[[END:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[WRITABLE]], i64 3)
; CHECK: %[[BAD:.*]] = icmp uge i64 %{{.*}}, %[[END]]
; CHECK: br i1 %[[BAD]], label %[[REPORT:.*]], label %[[ACCESS:.*]], !prof {{.*}}, !lanewise.check_access
; CHECK: [[REPORT]]:
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @check.site, i64 %{{.*}}, ptr %p, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: [[ACCESS]]:
; CHECK-NEXT: store i32 1, ptr %p
; CHECK: store i32 2, ptr %inside
; CHECK: %[[OWN_END:.*]] = call i64 @llvm.usub.sat.i64(i64 16, i64 3)
; CHECK-NEXT: %[[FAR:.*]] = icmp uge i64 %{{.*}}, %[[OWN_END]]
; CHECK-NEXT: br i1 %[[FAR]]
; CHECK: %[[LOADED:.*]] = load i32, ptr %anywhere
; CHECK: %[[VALUE:.*]] = phi i32 [ %[[LOADED]], %{{.*}} ], [ 0, %{{.*}} ]
; CHECK: ret void
; CHECK: attributes #[[KERNEL]] = { {{.*}}"lanewise-uses-host-calls"
define void @k(ptr %a, i64 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8" "lanewise-checked-arguments"="g24,-" "lanewise-checked-launch"="16" {
  %own = alloca [4 x i32], align 4
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %p, align 4
  %small = and i64 %i, 3
  %inside = getelementptr i32, ptr %own, i64 %small
  store i32 2, ptr %inside, align 4
  %anywhere = getelementptr i32, ptr %own, i64 %i
  %value = load i32, ptr %anywhere, align 4
  call void @use(i32 %value)
  ret void
}
declare void @use(i32)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
