; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What no processor executes costs nothing, a choice between numbers costs what they do, not what
; masks do, and an OpenCL vector is one load wherever it is. Each of them kept kernels scalar that
; take a fraction of the time as vectors.
; RUN: %cc --passes=%widen --level=x86-64-v4 --remarks %s 2>&1 | FileCheck %s
; CHECK: 32 lanes: {{.*}} 32 lanes are estimated at {{[1-3]?[0-9]}}% of the cost of scalar code, in kernel 'scopes'
; CHECK: 32 lanes: {{.*}} 32 lanes are estimated at {{[1-3]?[0-9]}}% of the cost of scalar code, in kernel 'choices'
; CHECK: lanes: {{.*}} lanes are estimated at {{[1-9]?[0-9]}}% of the cost of scalar code, in kernel 'blocks'
declare i64 @lanewise.global_id(i32) memory(none)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.assume(i1)

; Functions with pointers of their own have been inlined in a loop.
define void @scopes(ptr %p) "lanewise-kernel"="scopes" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %first = load float, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %x = phi float [ %first, %0 ], [ %square, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %square = fmul float %x, %x
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 100
  call void @llvm.assume(i1 %more)
  br i1 %more, label %loop, label %end
end:
  store float %square, ptr %at
  ret void
}

define void @choices(ptr %p) "lanewise-kernel"="choices" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %small = fcmp olt float %x, 1.0
  %a = select i1 %small, float %x, float 1.0
  %large = fcmp ogt float %a, 0.5
  %b = select i1 %large, float %a, float 2.0
  %larger = fcmp ogt float %b, 0.75
  %c = select i1 %larger, float %b, float 4.0
  store float %c, ptr %at
  ret void
}
define void @blocks(ptr %p, ptr %q, i32 %n) "lanewise-kernel"="blocks" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %far = mul i32 %low, %n
  %first = and i32 %far, 1023
  %from.first = zext i32 %first to i64
  %at.first = getelementptr <4 x float>, ptr %p, i64 %from.first
  %x = load <4 x float>, ptr %at.first
  %second = xor i32 %first, 77
  %from.second = zext i32 %second to i64
  %at.second = getelementptr <4 x float>, ptr %p, i64 %from.second
  %y = load <4 x float>, ptr %at.second
  %sum = fadd <4 x float> %x, %y
  %to = getelementptr <4 x float>, ptr %q, i64 %id
  store <4 x float> %sum, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 512}
!1 = distinct !{!1}
!2 = !{!3}
!3 = distinct !{!3, !1}
