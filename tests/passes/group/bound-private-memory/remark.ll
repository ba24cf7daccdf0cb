; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variables that move to the spill area are reported as a remark, which is printed only with --remarks
; and does not end the build.
; RUN: %cc --passes=bound-private-memory --remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: %cc --passes=bound-private-memory %s 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=remark:
; REMARK: remark: private variables are stored in the spill area, not on the stack (20000 bytes), in kernel 'k'
; NONE: getelementptr inbounds i8, ptr
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  %large = alloca [5000 x i32]
  br label %body
body:
  store volatile i32 2, ptr %large
  ret void
}
