; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; %a and %b are used after different branches of one exit, which stores both: two places.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
; CHECK: "lanewise-spill-vector-bytes"="8"
declare i64 @lanewise.group_id(i32) memory(none)
declare void @lanewise.barrier()
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %a = load float, ptr %p
  %p1 = getelementptr float, ptr %p, i32 1
  %b = load float, ptr %p1
  %g = call i64 @lanewise.group_id(i32 0)
  %c = icmp eq i64 %g, 7
  br i1 %c, label %wait, label %done
wait:
  call void @lanewise.barrier()
  store float %a, ptr %p
  ret void
done:
  store float %b, ptr %p
  ret void
}
