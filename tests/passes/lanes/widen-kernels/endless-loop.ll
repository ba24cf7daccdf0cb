; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop without an exit, which some lanes enter: it runs on for these.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: br i1 %{{.*}}, label %loop.preheader.lanes, label %[[END:.*]]
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK: loop:
; CHECK: store volatile i32 1, ptr %p
; CHECK: br i1 true, label %loop.then, label %loop.else
; CHECK: loop.then:
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %c = icmp eq i64 %id, 3
  br i1 %c, label %loop, label %end
loop:
  store volatile i32 1, ptr %p
  br label %loop
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
