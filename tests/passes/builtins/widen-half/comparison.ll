; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A comparison of vectors of half is one of float; flags stay, scalars and vectors of float as they are.
; RUN: %cc -passes=widen-half %s | FileCheck %s
; CHECK-LABEL: define <8 x i1> @vectors
; CHECK-DAG: %[[X:.*]] = fpext <8 x half> %x to <8 x float>
; CHECK-DAG: %[[Y:.*]] = fpext <8 x half> %y to <8 x float>
; CHECK: %c = fcmp nnan ult <8 x float> %[[X]], %[[Y]]
; CHECK-NEXT: ret <8 x i1> %c
define <8 x i1> @vectors(<8 x half> %x, <8 x half> %y) {
  %c = fcmp nnan ult <8 x half> %x, %y
  ret <8 x i1> %c
}
; CHECK-LABEL: define <4 x i1> @constant
; CHECK: fcmp oeq <4 x float> %{{.*}}, {{splat \(float 5.000000e-01\)|<float 5.000000e-01,.*>}}
define <4 x i1> @constant(<4 x half> %x) {
  %c = fcmp oeq <4 x half> %x, splat (half 0xH3800)
  ret <4 x i1> %c
}
; CHECK-LABEL: define i1 @scalar
; CHECK: fcmp olt half %x, %x
define i1 @scalar(half %x) {
  %c = fcmp olt half %x, %x
  ret i1 %c
}
; CHECK-LABEL: define <4 x i1> @floats
; CHECK-NOT: fpext
; CHECK: fcmp olt <4 x float> %x, %x
define <4 x i1> @floats(<4 x float> %x) {
  %c = fcmp olt <4 x float> %x, %x
  ret <4 x i1> %c
}
