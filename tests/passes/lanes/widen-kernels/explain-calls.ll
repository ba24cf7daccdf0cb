; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Notes name calls as the source does: functions of the device library without prefix and types,
; callbacks of the host by their row of interface/host_calls.def, functions without the prefix that
; they have in modules.
; RUN: %cc --passes=%widen %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=lw_ --implicit-check-not=guest
declare i64 @lanewise.global_id(i32) memory(none)
declare float @lw_sin_f32(float)
declare float @lw_fract_f32_p(float, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal float @guest.shape(float %x) "lanewise-out-of-line" {
  ret float %x
}

; CHECK: note: one lane after another: a call of 'sin', which has no form for vectors, in kernel 'k'
; CHECK: note: one lane after another: a call of 'fract', which has no form
; CHECK: note: one lane after another: a call of 'printf', which has no form
; CHECK: note: all lanes together: a call of 'shape', which has a copy for vectors, in kernel 'k'
; CHECK: note: one lane after another: a copy or fill of memory, which has no form
define void @k(ptr %a, ptr %print) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr [4 x i32], ptr %a, i64 %id
  %x = load float, ptr %to
  %sine = call float @lw_sin_f32(float %x)
  %part = call float @lw_fract_f32_p(float %sine, ptr %to)
  call void %print(float %part) "lanewise-host-call"="printf"
  %shape = call float @guest.shape(float %part)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %a, i64 16, i1 false)
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-explain", i32 1}
