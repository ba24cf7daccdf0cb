; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector that is not full does not ask whether all of its lanes are active.
; RUN: %cc --passes=work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.live_lanes() memory(none)
declare void @lanewise.region_begin()
declare void @lanewise.region_end()

; CHECK-LABEL: define void @k(
; CHECK-COUNT-1: br i1 %{{.*}}, label %all{{.*}}, label %any{{.*}}, !lanewise.full-choice
; CHECK-COUNT-1: br i1 false, label %all{{.*}}, label %any{{.*}}, !lanewise.full-choice
; CHECK-NOT: !lanewise.full-choice
; CHECK: ret void
define void @k(ptr %p, i1 %full) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
entry:
  call void @lanewise.region_begin()
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i8, ptr %p, i64 %id
  br i1 %full, label %all, label %any, !lanewise.full-choice !1
all:
  store i8 1, ptr %at
  br label %end
any:
  store i8 2, ptr %at
  br label %end
end:
  call void @lanewise.region_end()
  ret void
}
!1 = !{}
