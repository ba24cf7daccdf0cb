; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An intrinsic of vectors of half that may be split into scalars is an error.
; RUN: not %cc -passes=widen-half %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: widen-half: unknown intrinsic of vectors of half: llvm.nearbyint.v8f16
define <8 x half> @vectors(<8 x half> %x) {
  %a = call <8 x half> @llvm.nearbyint.v8f16(<8 x half> %x)
  ret <8 x half> %a
}
