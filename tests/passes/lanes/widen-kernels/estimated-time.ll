; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Scalar code counted as faster than it is: behind `if (id < n)`, as if it ran for 0.6 of the work-items but for all
; vectors; in loops whose iterations wait for each other; and where it divides.
; RUN: %cc --passes=%widen --level=x86-64-v3 --remarks %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK: 16 lanes: {{.*}} lanes are estimated at {{[1-9]?[0-9]}}% of the cost of scalar code, in kernel 'guarded'
define void @guarded(ptr %p, ptr %q, i64 %n) "lanewise-kernel"="guarded" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp ult i64 %id, %n
  br i1 %less, label %inside, label %end
inside:
  %low = trunc i64 %id to i32
  %square = mul i32 %low, %low
  %a = lshr i32 %square, 3
  %b = xor i32 %a, %low
  %c = mul i32 %b, %a
  %d = and i32 %c, 1023
  %e = xor i32 %c, %square
  %f = and i32 %e, 1023
  %d.wide = zext i32 %d to i64
  %f.wide = zext i32 %f to i64
  %d.at = getelementptr float, ptr %p, i64 %d.wide
  %f.at = getelementptr float, ptr %p, i64 %f.wide
  %x = load float, ptr %d.at
  %y = load float, ptr %f.at
  %sum = fadd float %x, %y
  %difference = fsub float %x, %y
  %ratio = fmul float %difference, %sum
  %more = fadd float %ratio, %sum
  %product = fmul float %more, %x
  %to = getelementptr float, ptr %q, i64 %id
  store float %product, ptr %to
  br label %end
end:
  ret void
}

; CHECK: 16 lanes: {{.*}} lanes are estimated at {{[1-2]?[0-9]}}% of the cost of scalar code, in kernel 'waits'
define void @waits(ptr %p, ptr %q) "lanewise-kernel"="waits" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %first = load <4 x float>, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = phi <4 x float> [ %first, %entry ], [ %moved, %loop ]
  %speed = phi <4 x float> [ zeroinitializer, %entry ], [ %faster, %loop ]
  %pull = fmul <4 x float> %place, %first
  %faster = fadd <4 x float> %speed, %pull
  %step = fmul <4 x float> %faster, %first
  %moved = fadd <4 x float> %place, %step
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 32
  br i1 %more, label %loop, label %end
end:
  %to = getelementptr <4 x float>, ptr %q, i64 %id
  store <4 x float> %moved, ptr %to
  ret void
}

; CHECK: lanes: {{.*}} lanes are estimated at {{[1-9]?[0-9]}}% of the cost of scalar code, in kernel 'divides'
define void @divides(ptr %p, ptr %q, ptr %n) "lanewise-kernel"="divides" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %x = load <4 x float>, ptr %at
  %n.at = getelementptr <4 x float>, ptr %n, i64 %id
  %y = load <4 x float>, ptr %n.at
  %a = fdiv <4 x float> %x, %y
  %b = fdiv <4 x float> %y, %a
  %c = fdiv <4 x float> %b, %x
  %to = getelementptr <4 x float>, ptr %q, i64 %id
  store <4 x float> %c, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
