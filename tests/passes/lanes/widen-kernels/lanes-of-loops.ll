; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In loops, arithmetic on OpenCL vectors has two registers for each value, too, if few values are live: 40
; registers, and 64 for other values, or 48 where the processor has 16.
; RUN: %cc --passes=%widen --level=x86-64-v4 --remarks %s 2>&1 | FileCheck %s
; RUN: %cc --passes=%widen --level=x86-64-v3 --remarks %s 2>&1 | FileCheck --check-prefix=FEW %s
; FEW: 16 lanes: {{.*}}, two registers for each value, {{.*}} in kernel 'few_vectors'
; FEW: 8 lanes: {{.*}} in kernel 'many_vectors'
; FEW: 8 lanes: {{.*}} in kernel 'few_numbers'
; FEW: 8 lanes: {{.*}} in kernel 'many_numbers'
; CHECK: 16 lanes: {{.*}}, two registers for each value, {{.*}} in kernel 'few_vectors'
; CHECK: 8 lanes: {{.*}} in kernel 'many_vectors'
; CHECK: 16 lanes: {{.*}}, two registers for each value, {{.*}} in kernel 'few_numbers'
; CHECK: 8 lanes: {{.*}} in kernel 'many_numbers'
declare i64 @lanewise.global_id(i32) memory(none)
define void @few_vectors(ptr %p, i32 %n) "lanewise-kernel"="few_vectors" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %first = load <4 x float>, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi <4 x float> [ %first, %entry ], [ %y2, %loop ]
  %v0 = fmul <4 x float> %x, %first
  %v1 = fmul <4 x float> %v0, %first
  %v2 = fmul <4 x float> %v1, %first
  %y0 = fadd <4 x float> %x, %v0
  %y1 = fadd <4 x float> %y0, %v1
  %y2 = fadd <4 x float> %y1, %v2
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %y2, ptr %at
  ret void
}
define void @many_vectors(ptr %p, i32 %n) "lanewise-kernel"="many_vectors" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %first = load <4 x float>, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi <4 x float> [ %first, %entry ], [ %y3, %loop ]
  %v0 = fmul <4 x float> %x, %first
  %v1 = fmul <4 x float> %v0, %first
  %v2 = fmul <4 x float> %v1, %first
  %v3 = fmul <4 x float> %v2, %first
  %y0 = fadd <4 x float> %x, %v0
  %y1 = fadd <4 x float> %y0, %v1
  %y2 = fadd <4 x float> %y1, %v2
  %y3 = fadd <4 x float> %y2, %v3
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %y3, ptr %at
  ret void
}
define void @few_numbers(ptr %p, i32 %n) "lanewise-kernel"="few_numbers" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %first = load float, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %first, %entry ], [ %y27, %loop ]
  %v0 = fmul float %x, %first
  %v1 = fmul float %v0, %first
  %v2 = fmul float %v1, %first
  %v3 = fmul float %v2, %first
  %v4 = fmul float %v3, %first
  %v5 = fmul float %v4, %first
  %v6 = fmul float %v5, %first
  %v7 = fmul float %v6, %first
  %v8 = fmul float %v7, %first
  %v9 = fmul float %v8, %first
  %v10 = fmul float %v9, %first
  %v11 = fmul float %v10, %first
  %v12 = fmul float %v11, %first
  %v13 = fmul float %v12, %first
  %v14 = fmul float %v13, %first
  %v15 = fmul float %v14, %first
  %v16 = fmul float %v15, %first
  %v17 = fmul float %v16, %first
  %v18 = fmul float %v17, %first
  %v19 = fmul float %v18, %first
  %v20 = fmul float %v19, %first
  %v21 = fmul float %v20, %first
  %v22 = fmul float %v21, %first
  %v23 = fmul float %v22, %first
  %v24 = fmul float %v23, %first
  %v25 = fmul float %v24, %first
  %v26 = fmul float %v25, %first
  %v27 = fmul float %v26, %first
  %y0 = fadd float %x, %v0
  %y1 = fadd float %y0, %v1
  %y2 = fadd float %y1, %v2
  %y3 = fadd float %y2, %v3
  %y4 = fadd float %y3, %v4
  %y5 = fadd float %y4, %v5
  %y6 = fadd float %y5, %v6
  %y7 = fadd float %y6, %v7
  %y8 = fadd float %y7, %v8
  %y9 = fadd float %y8, %v9
  %y10 = fadd float %y9, %v10
  %y11 = fadd float %y10, %v11
  %y12 = fadd float %y11, %v12
  %y13 = fadd float %y12, %v13
  %y14 = fadd float %y13, %v14
  %y15 = fadd float %y14, %v15
  %y16 = fadd float %y15, %v16
  %y17 = fadd float %y16, %v17
  %y18 = fadd float %y17, %v18
  %y19 = fadd float %y18, %v19
  %y20 = fadd float %y19, %v20
  %y21 = fadd float %y20, %v21
  %y22 = fadd float %y21, %v22
  %y23 = fadd float %y22, %v23
  %y24 = fadd float %y23, %v24
  %y25 = fadd float %y24, %v25
  %y26 = fadd float %y25, %v26
  %y27 = fadd float %y26, %v27
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %y27, ptr %at
  ret void
}
define void @many_numbers(ptr %p, i32 %n) "lanewise-kernel"="many_numbers" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %first = load float, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %first, %entry ], [ %y33, %loop ]
  %v0 = fmul float %x, %first
  %v1 = fmul float %v0, %first
  %v2 = fmul float %v1, %first
  %v3 = fmul float %v2, %first
  %v4 = fmul float %v3, %first
  %v5 = fmul float %v4, %first
  %v6 = fmul float %v5, %first
  %v7 = fmul float %v6, %first
  %v8 = fmul float %v7, %first
  %v9 = fmul float %v8, %first
  %v10 = fmul float %v9, %first
  %v11 = fmul float %v10, %first
  %v12 = fmul float %v11, %first
  %v13 = fmul float %v12, %first
  %v14 = fmul float %v13, %first
  %v15 = fmul float %v14, %first
  %v16 = fmul float %v15, %first
  %v17 = fmul float %v16, %first
  %v18 = fmul float %v17, %first
  %v19 = fmul float %v18, %first
  %v20 = fmul float %v19, %first
  %v21 = fmul float %v20, %first
  %v22 = fmul float %v21, %first
  %v23 = fmul float %v22, %first
  %v24 = fmul float %v23, %first
  %v25 = fmul float %v24, %first
  %v26 = fmul float %v25, %first
  %v27 = fmul float %v26, %first
  %v28 = fmul float %v27, %first
  %v29 = fmul float %v28, %first
  %v30 = fmul float %v29, %first
  %v31 = fmul float %v30, %first
  %v32 = fmul float %v31, %first
  %v33 = fmul float %v32, %first
  %y0 = fadd float %x, %v0
  %y1 = fadd float %y0, %v1
  %y2 = fadd float %y1, %v2
  %y3 = fadd float %y2, %v3
  %y4 = fadd float %y3, %v4
  %y5 = fadd float %y4, %v5
  %y6 = fadd float %y5, %v6
  %y7 = fadd float %y6, %v7
  %y8 = fadd float %y7, %v8
  %y9 = fadd float %y8, %v9
  %y10 = fadd float %y9, %v10
  %y11 = fadd float %y10, %v11
  %y12 = fadd float %y11, %v12
  %y13 = fadd float %y12, %v13
  %y14 = fadd float %y13, %v14
  %y15 = fadd float %y14, %v15
  %y16 = fadd float %y15, %v16
  %y17 = fadd float %y16, %v17
  %y18 = fadd float %y17, %v18
  %y19 = fadd float %y18, %v19
  %y20 = fadd float %y19, %v20
  %y21 = fadd float %y20, %v21
  %y22 = fadd float %y21, %v22
  %y23 = fadd float %y22, %v23
  %y24 = fadd float %y23, %v24
  %y25 = fadd float %y24, %v25
  %y26 = fadd float %y25, %v26
  %y27 = fadd float %y26, %v27
  %y28 = fadd float %y27, %v28
  %y29 = fadd float %y28, %v29
  %y30 = fadd float %y29, %v30
  %y31 = fadd float %y30, %v31
  %y32 = fadd float %y31, %v32
  %y33 = fadd float %y32, %v33
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %y33, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
