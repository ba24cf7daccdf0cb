; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A branch that all lanes take together is kept, with its metadata, also inside of divergent code. A phi
; behind it needs no select.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: inside.lanes:
; CHECK-NEXT: br i1 %c, label %inside.then, label %inside.else, !prof
; CHECK-NOT: select
; CHECK: join:
; CHECK: phi i32 [ {{[12]}}, %{{.*}} ], [ {{[12]}}, %{{.*}} ]
; CHECK-NOT: select
define void @k(ptr %p, i1 %c) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %some = icmp ugt i64 %id, 5
  br i1 %some, label %inside, label %end
inside:
  br i1 %c, label %one, label %two, !prof !9
one:
  br label %join
two:
  br label %join
join:
  %x = phi i32 [ 1, %one ], [ 2, %two ]
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %x, ptr %to
  br label %end
end:
  ret void
}
!9 = !{!"branch_weights", i32 1, i32 9}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
