; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel has as many lanes as a register has elements of 32 or 64 bits, as most of its values have.
; Inline assembly cannot be widened.
; A kernel whose scalar code is cheaper remains scalar. Values have two registers each, although some
; may be spilled: up to 64 registers. So have numbers of 8 and 16 bits, but not OpenCL vectors of them. A kernel that observes its work-groups has 16 lanes at most, and no
; more than one register if its work-groups are known to be narrower. One register have also look-ups in
; images, loops in which each lane walks through memory of its own, and arithmetic on OpenCL vectors
; without loops.
; RUN: %cc --passes=%widen --level=x86-64-v4 --remarks %s 2>&1 | FileCheck %s
; RUN: sed 's/i32 256}/i32 512}/' %s | %cc --passes=%widen --level=x86-64-v4 --remarks --from=link - 2>&1 | FileCheck --check-prefix=WIDE %s
; WIDE: 32 lanes: 512-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'single'
; WIDE: 16 lanes: 512-bit registers, 32-bit elements, 16 lanes are {{.*}} in kernel 'observes'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'single'
; CHECK: 8 lanes: 256-bit registers, 64-bit elements, two registers for each value, {{.*}} in kernel 'double'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'many_values'
; CHECK: scalar code: 8 lanes are {{.*}} in kernel 'most_values'
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, 8 lanes are {{.*}} in kernel 'looks_up'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'unused_components'
; CHECK: 8 lanes: {{.*}} in kernel 'components'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'follows_list'
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, 8 lanes are {{.*}} in kernel 'walks_through_row'
; CHECK: scalar code: 16 lanes are estimated at {{.*}}% of the cost of scalar code, in kernel 'counts'
; CHECK: 4 lanes: work-groups are 3 work-items wide, {{.*}} in kernel 'rows'
; CHECK: scalar code: work-groups are 1 work-item wide, in kernel 'single_items'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'observes'
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, 8 lanes are {{.*}} in kernel 'narrow_groups'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, {{.*}} in kernel 'halves'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, {{.*}} in kernel 'no_groups'
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, 8 lanes are {{.*}} in kernel 'vectors'
; CHECK: 32 lanes: 256-bit registers, 32-bit elements, two registers for each value of 16 bits, {{.*}} in kernel 'bytes'
; WIDE: 32 lanes: 512-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'bytes'
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, 8 lanes are {{.*}} in kernel 'vectors_of_bytes'
; CHECK: 16 lanes: 256-bit registers, 32-bit elements, two registers for each value, {{.*}} in kernel 'bytes_in_groups'
; CHECK: scalar code: inline assembly, in kernel 'assembly'
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.group_id(i32) memory(none)
define void @single(ptr %p) "lanewise-kernel"="single" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @double(ptr %p) "lanewise-kernel"="double" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr double, ptr %p, i64 %id
  %x = load double, ptr %at
  store double %x, ptr %at
  ret void
}
define void @many_values(ptr %p) "lanewise-kernel"="many_values" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %g0 = getelementptr float, ptr %at, i64 0
  %v0 = load float, ptr %g0
  %g1 = getelementptr float, ptr %at, i64 4
  %v1 = load float, ptr %g1
  %g2 = getelementptr float, ptr %at, i64 8
  %v2 = load float, ptr %g2
  %g3 = getelementptr float, ptr %at, i64 12
  %v3 = load float, ptr %g3
  %g4 = getelementptr float, ptr %at, i64 16
  %v4 = load float, ptr %g4
  %g5 = getelementptr float, ptr %at, i64 20
  %v5 = load float, ptr %g5
  %g6 = getelementptr float, ptr %at, i64 24
  %v6 = load float, ptr %g6
  %s0 = fmul float %v0, %v1
  %s1 = fmul float %v1, %v2
  %s2 = fmul float %v2, %v3
  %s3 = fmul float %v3, %v4
  %s4 = fmul float %v4, %v5
  %s5 = fmul float %v5, %v6
  %s6 = fmul float %v6, %v0
  %t0 = fadd float %s0, %v6
  store float %t0, ptr %g0
  %t1 = fadd float %s1, %v5
  store float %t1, ptr %g1
  %t2 = fadd float %s2, %v4
  store float %t2, ptr %g2
  %t3 = fadd float %s3, %v3
  store float %t3, ptr %g3
  %t4 = fadd float %s4, %v2
  store float %t4, ptr %g4
  %t5 = fadd float %s5, %v1
  store float %t5, ptr %g5
  %t6 = fadd float %s6, %v0
  store float %t6, ptr %g6
  ret void
}
define void @most_values(ptr %p) "lanewise-kernel"="most_values" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <16 x float>, ptr %p, i64 %id
  %x = load <16 x float>, ptr %at
  %y = fmul <16 x float> %x, %x
  %z = fadd <16 x float> %y, %x
  %w = fmul <16 x float> %z, %y
  %v = fadd <16 x float> %w, %x
  %u = fmul <16 x float> %v, %z
  store <16 x float> %u, ptr %at
  ret void
}
define void @looks_up(ptr %image, ptr %sampler, ptr %p) "lanewise-kernel"="looks_up" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = uitofp i64 %id to float
  %color = call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr %image, ptr %sampler, float %x, float 0.0, float 0.0, float 0.0)
  %red = extractelement <4 x float> %color, i64 0
  %at = getelementptr float, ptr %p, i64 %id
  store float %red, ptr %at
  ret void
}
declare <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr, ptr, float, float, float, float) memory(read)
; Components that nobody uses need no registers.
define void @unused_components(ptr %p) "lanewise-kernel"="unused_components" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %all = load <4 x float>, ptr %at
  %first = extractelement <4 x float> %all, i64 0
  store float %first, ptr %at
  ret void
}
; Scalar code moves components into vectors and out of them, lanes have a vector for each.
define void @components(ptr %p) "lanewise-kernel"="components" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %square = mul i64 %id, %id
  %at = getelementptr i32, ptr %p, i64 %square
  %x = load i32, ptr %at
  %cube = mul i64 %square, %id
  %at2 = getelementptr i32, ptr %p, i64 %cube
  %y = load i32, ptr %at2
  %v0 = insertelement <4 x i32> poison, i32 %x, i64 0
  %v1 = insertelement <4 x i32> %v0, i32 7, i64 1
  %v2 = insertelement <4 x i32> %v1, i32 %x, i64 2
  %v3 = insertelement <4 x i32> %v2, i32 %y, i64 3
  %w = mul <4 x i32> %v3, %v3
  %e0 = extractelement <4 x i32> %w, i64 0
  %e1 = extractelement <4 x i32> %w, i64 1
  %e2 = extractelement <4 x i32> %w, i64 2
  %s0 = add i32 %e0, %e1
  %s1 = add i32 %s0, %e2
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %s1, ptr %to
  ret void
}
define void @follows_list(ptr %p, ptr noalias %next) "lanewise-kernel"="follows_list" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %first = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %n, %loop ]
  %from = getelementptr i32, ptr %next, i32 %i
  %n = load i32, ptr %from
  %a = mul i32 %n, %n
  %b = add i32 %a, %i
  %c = mul i32 %b, %a
  %d = mul i32 %c, %b
  %e = xor i32 %d, %c
  %f = mul i32 %e, %d
  %g = xor i32 %f, %e
  %h = mul i32 %g, %f
  %j = mul i32 %h, %g
  %k = mul i32 %j, %h
  %x0 = mul i32 %k, %j
  %x1 = mul i32 %x0, %k
  %x2 = mul i32 %x1, %x0
  %x3 = mul i32 %x2, %x1
  %x4 = mul i32 %x3, %x2
  %x5 = mul i32 %x4, %x3
  %x6 = mul i32 %x5, %x4
  %x7 = mul i32 %x6, %x5
  %x8 = mul i32 %x7, %x6
  %x9 = mul i32 %x8, %x7
  %x10 = mul i32 %x9, %x8
  %x11 = mul i32 %x10, %x9
  %done = icmp slt i32 %x11, 0
  br i1 %done, label %end, label %loop
end:
  store i32 %k, ptr %at
  ret void
}
define void @walks_through_row(ptr %p, ptr noalias %rows, i64 %n) "lanewise-kernel"="walks_through_row" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %h, %loop ]
  %index = add i64 %row, %i
  %from = getelementptr float, ptr %rows, i64 %index
  %x = load float, ptr %from
  %a = fmul float %x, %x
  %b = fmul float %a, %x
  %c = fmul float %b, %a
  %d = fadd float %c, %b
  %e = fmul float %d, %a
  %f = fadd float %e, %d
  %g = fmul float %f, %e
  %h = fadd float %sum, %g
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %at = getelementptr float, ptr %p, i64 %id
  store float %h, ptr %at
  ret void
}
define void @counts(ptr %p) "lanewise-kernel"="counts" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %p, i64 %id
  %bin = load i32, ptr %from
  %counter = getelementptr i32, ptr %p, i32 %bin
  atomicrmw add ptr %counter, i32 1 monotonic, !lanewise.local !1
  ret void
}
declare i64 @lanewise.local_id(i32) memory(none)
define void @rows(ptr %p) "lanewise-kernel"="rows" "lanewise-arguments"="v0" !reqd_work_group_size !2 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @single_items(ptr %p) "lanewise-kernel"="single_items" "lanewise-arguments"="v0" !reqd_work_group_size !3 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @observes(ptr %p) "lanewise-kernel"="observes" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @narrow_groups(ptr %p) "lanewise-kernel"="narrow_groups" "lanewise-arguments"="v0" !reqd_work_group_size !4 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
; Conversions of half precision are cheap.
define void @halves(ptr %p) "lanewise-kernel"="halves" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr half, ptr %p, i64 %id
  %h = load half, ptr %at
  %x = fpext half %h to float
  %y = fmul float %x, %x
  %z = fptrunc float %y to half
  store half %z, ptr %at
  ret void
}
define void @no_groups(ptr %p) "lanewise-kernel"="no_groups" "lanewise-arguments"="v0" !reqd_work_group_size !3 {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @vectors(ptr %p) "lanewise-kernel"="vectors" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <2 x float>, ptr %p, i64 %id
  %x = load <2 x float>, ptr %at
  %y = fmul <2 x float> %x, %x
  store <2 x float> %y, ptr %at
  ret void
}
define void @bytes(ptr %p) "lanewise-kernel"="bytes" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i8, ptr %p, i64 %id
  %x = load i8, ptr %at
  %y = add i8 %x, 1
  store i8 %y, ptr %at
  ret void
}
define void @vectors_of_bytes(ptr %p) "lanewise-kernel"="vectors_of_bytes" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <16 x i8>, ptr %p, i64 %id
  %x = load <16 x i8>, ptr %at
  %y = mul <16 x i8> %x, %x
  %z = add <16 x i8> %y, %x
  store <16 x i8> %z, ptr %at
  ret void
}
define void @bytes_in_groups(ptr %p) "lanewise-kernel"="bytes_in_groups" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %group = call i64 @lanewise.group_id(i32 0)
  %at = getelementptr i8, ptr %p, i64 %id
  %x = load i8, ptr %at
  %n = trunc i64 %group to i8
  %y = add i8 %x, %n
  store i8 %y, ptr %at
  ret void
}
define void @assembly() "lanewise-kernel"="assembly" "lanewise-arguments"="" {
  call void asm sideeffect "nop", ""()
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
!1 = !{}
!2 = !{i32 3, i32 5, i32 1}
!3 = !{i32 1, i32 1, i32 1}
!4 = !{i32 8, i32 8, i32 1}
