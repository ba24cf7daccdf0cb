; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Undefined operands become zero, except those that build vectors.
; RUN: %cc --passes=lower-arithmetic %s | FileCheck %s
; CHECK-LABEL: define i32 @k
; CHECK: br i1 false
; CHECK: add <2 x i32> <i32 0, i32 3>
; CHECK: insertelement <2 x i32> poison
; CHECK: insertelement <2 x i32> <i32 0, i32 3>
; CHECK: phi i32 [ 0, {{.*}} ], [ 5, {{.*}} ]
define i32 @k(i32 %x) {
entry:
  br i1 poison, label %then, label %end
then:
  %v = add <2 x i32> <i32 poison, i32 3>, splat (i32 1)
  %w = insertelement <2 x i32> poison, i32 %x, i32 0
  %u = insertelement <2 x i32> <i32 poison, i32 3>, i32 %x, i32 1
  br label %end
end:
  %p = phi i32 [ undef, %entry ], [ 5, %then ]
  ret i32 %p
}
