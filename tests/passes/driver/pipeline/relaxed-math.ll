; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Options that allow unsafe math select its functions; other options, and f64, keep the full ones.
; RUN: echo 'kernel void k(global float *a, global double *b) { *a = exp(*a); *b = exp(*b); }' > %t.cl
; RUN: %cc %t.cl --to=lower -o - | FileCheck --check-prefix=FULL %s
; RUN: %cc %t.cl -cl-finite-math-only -cl-mad-enable --to=lower -o - | FileCheck --check-prefix=FULL %s
; RUN: %cc %t.cl -cl-unsafe-math-optimizations --to=lower -o - | FileCheck --check-prefix=RELAXED %s
; RUN: %cc %t.cl -cl-fast-relaxed-math --to=lower -o - | FileCheck --check-prefix=RELAXED %s
; FULL: call float @lw_exp_f32(
; FULL: call double @lw_exp_f64(
; RELAXED: call float @lw_native_exp_f32(
; RELAXED: call double @lw_exp_f64(
