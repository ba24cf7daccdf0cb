; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of a pointer that may come from several objects, the sizes follow the pointer. The host knows the object of a pointer
; from memory. A pointer that another access loaded is the result of that access.
; RUN: %cc --passes=check-memory %s | FileCheck %s
; CHECK: argument 1 or argument 0
; CHECK-LABEL: define void @k(
; CHECK: select i1 %c, i64 %{{.*}}, i64 %{{.*}}
; CHECK: %[[BYTES:.*]] = select i1 %c, i64 %{{.*}}, i64 %{{.*}}
; CHECK: call i64 @llvm.usub.sat.i64(i64 %[[BYTES]], i64 7)
; CHECK: %loaded = load ptr, ptr %both
; CHECK: %[[POINTER:.*]] = phi ptr [ %loaded, %{{.*}} ], [ null, %{{.*}} ]
; CHECK: call ptr %{{.*}}(ptr %{{.*}}, ptr %[[POINTER]])
; CHECK: store i8 1, ptr %[[POINTER]]
define void @k(ptr %a, ptr %b, i1 %c) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8,v16" "lanewise-checked-arguments"="g32,g96,-" "lanewise-checked-launch"="24" {
  %both = select i1 %c, ptr %a, ptr %b
  %loaded = load ptr, ptr %both, align 8
  store i8 1, ptr %loaded, align 1
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
