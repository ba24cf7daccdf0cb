; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Small functions are defined here and inlined, large ones stay declarations, for the runtime library.
; RUN: %cc --passes=link-builtins %s | FileCheck %s
; RUN: %cc --passes=link-builtins,inline-functions %s | FileCheck %s --check-prefix=INLINED
; CHECK-DAG: define internal {{.*}}i32 @lw_s_abs_i32(
; CHECK-DAG: declare hidden {{.*}}double @lw_sin_f64(
; INLINED: define void @k
; INLINED-NOT: call {{.*}}@lw_s_abs
; INLINED: call {{.*}}@lw_sin_f64
; INLINED-NOT: lw_s_abs
define void @k(i32 %i, double %f, ptr %p) #0 {
  %a = call i32 @lw_s_abs_i32(i32 %i)
  store i32 %a, ptr %p
  %b = call double @lw_sin_f64(double %f)
  store double %b, ptr %p
  ret void
}
declare i32 @lw_s_abs_i32(i32)
declare double @lw_sin_f64(double)
attributes #0 = { "lanewise-kernel"="kernel.k" "no-builtins" }
