; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The pass runs at the end of Clang's pipeline: nothing turns the comparison back.
; RUN: %cc -passes='default<O2>' %s | FileCheck %s
; CHECK: fcmp olt <8 x float>
define <8 x i1> @vectors(<8 x half> %x, <8 x half> %y) {
  %c = fcmp olt <8 x half> %x, %y
  ret <8 x i1> %c
}
