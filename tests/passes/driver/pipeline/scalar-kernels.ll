; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The stage of lanes leaves kernels alone that an option keeps scalar: passes that prepare for it cost time.
; RUN: sed 's/LANES/1/' %s > %t.ll
; RUN: %cc --from=link --to=lanes %t.ll -o - | FileCheck %s --check-prefix=SCALAR
; RUN: sed 's/LANES/4/' %s > %t.ll
; RUN: %cc --from=link --to=lanes %t.ll -o - | FileCheck %s --check-prefix=WIDE
; SCALAR: loop:
; WIDE-NOT: loop:
declare i64 @lanewise.global_id(i32) memory(none)
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %at, i32 %i
  store i32 %i, ptr %to
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 3
  br i1 %done, label %end, label %loop
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 LANES}
