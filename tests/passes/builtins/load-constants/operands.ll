; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Constant operands of vector arithmetic are loaded with AVX2, equal ones from one place.
; RUN: %cc -passes=load-constants %s | FileCheck %s
; CHECK: @[[THREE:.*]] = private unnamed_addr constant <4 x double> <double 3.0{{.*}}>, align 32
; CHECK-LABEL: define <4 x double> @avx2
; CHECK: %[[A:.*]] = load <4 x double>, ptr @[[THREE]], align 32, !invariant.load
; CHECK: call <4 x double> @llvm.fma.v4f64(<4 x double> %x, <4 x double> %x, <4 x double> %[[A]])
; CHECK: fsub <4 x double> zeroinitializer, %y
; CHECK: %[[B:.*]] = load <4 x double>, ptr @[[THREE]]
; CHECK: fmul <4 x double> %w, %[[B]]
; CHECK: fadd double %z, 5.0
define <4 x double> @avx2(<4 x double> %x, double %z) #0 {
  %y = call <4 x double> @llvm.fma.v4f64(<4 x double> %x, <4 x double> %x, <4 x double> splat (double 3.0))
  %w = fsub <4 x double> zeroinitializer, %y
  %v = fmul <4 x double> %w, splat (double 3.0)
  %s = fadd double %z, 5.0
  %r = insertelement <4 x double> %v, double %s, i32 0
  ret <4 x double> %r
}
; AVX-512 broadcasts operands.
; CHECK-LABEL: define <4 x double> @avx512
; CHECK-NOT: load
define <4 x double> @avx512(<4 x double> %x) #1 {
  %y = fmul <4 x double> %x, splat (double 3.0)
  ret <4 x double> %y
}
attributes #0 = { "target-features"="+avx2,+fma" }
attributes #1 = { "target-features"="+avx2,+fma,+avx512f,+avx512vl" }
