; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Full vectors get no code of their own where masks of live lanes cost little: in long loops that compute.
; They do where stores or short regions between barriers take most of the time.
; RUN: %cc --passes=%widen %s | %result --heads %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @lanewise.barrier() convergent

define void @computes(ptr %p, i32 %n) "lanewise-kernel"="computes" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %first = load float, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %first, %entry ], [ %h, %loop ]
  %a = fmul float %x, %x
  %b = fadd float %a, %first
  %c = fdiv float %b, %x
  %d = fmul float %c, %b
  %e = fdiv float %d, %first
  %f = fmul float %e, %d
  %g = fdiv float %f, %x
  %k = fdiv float %g, %a
  %l = fdiv float %k, %b
  %m = fdiv float %l, %c
  %o = fdiv float %m, %d
  %q = fdiv float %o, %e
  %h = fmul float %q, %first
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %h, ptr %at
  ret void
}
;= define void @computes(ptr %p, i32 %n) "lanewise-arguments"="v0,v8" "lanewise-kernel"="computes" "lanewise-lanes"="4" "lanewise-most-instructions"="368" "lanewise-one-form" "lanewise-tier"="all"
define void @copies(ptr %p) "lanewise-kernel"="copies" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @copies(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="copies" "lanewise-lanes"="4" "lanewise-most-instructions"="204" "lanewise-tier"="all"
define void @waits(ptr %p, i32 %n) "lanewise-kernel"="waits" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %first = load float, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %first, %entry ], [ %b, %loop ]
  %a = fmul float %x, %x
  %b = fadd float %a, %first
  call void @lanewise.barrier()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %b, ptr %at
  ret void
}
;= define void @waits(ptr %p, i32 %n) "lanewise-arguments"="v0,v8" "lanewise-kernel"="waits" "lanewise-lanes"="4" "lanewise-most-instructions"="232" "lanewise-tier"="all"
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 256}
