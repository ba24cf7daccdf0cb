; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; NaN passes the first choice, and not the second one, which must remain.
; RUN: %cc --passes=combine-instructions %s -o - | FileCheck %s
; CHECK-LABEL: define float @same(
; CHECK: %m = select i1 %{{.*}}, float 1.000000e+00, float %x
; CHECK: %r = select i1 %{{.*}}, float %m, float 1.000000e+00
; CHECK-NEXT: ret float %r
define float @same(float %x) {
  %above = fcmp ogt float %x, 1.0
  %m = select i1 %above, float 1.0, float %x
  %below = fcmp olt float %m, 1.0
  %r = select i1 %below, float %m, float 1.0
  ret float %r
}
