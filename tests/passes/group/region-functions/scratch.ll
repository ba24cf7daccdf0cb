; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; All regions share what inactive lanes write: its address may be live from one region to another, when the
; first one's function has ended.
; RUN: %cc --passes=region-functions %s -o - | FileCheck %s
; CHECK-LABEL: define void @k(ptr %p)
; CHECK: %inactive = alloca [128 x i8], align 64, !lanewise.scratch
; CHECK: call void @k.region.0(ptr %inactive, ptr %p)
; CHECK: define internal void @k.region.0(ptr %0, ptr %1)
; CHECK-NOT: alloca
; CHECK: store ptr %0, ptr %1
define void @k(ptr %p) #0 {
entry:
  %inactive = alloca [128 x i8], align 64, !lanewise.scratch !0
  br label %head0
head0:
  br label %item0, !lanewise.region_head !0
item0:
  store ptr %inactive, ptr %p
  br label %end0
end0:
  br label %ended, !lanewise.region_exit !0
ended:
  ret void
}
attributes #0 = { "lanewise-kernel"="k" "lanewise-arguments"="v0" }
!0 = !{}
