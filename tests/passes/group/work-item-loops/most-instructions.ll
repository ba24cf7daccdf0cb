; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Code that would be too long has one loop, and launches that take long get other code, unless the
; host does not compile the kernel again.
; RUN: %cc --passes=barrier-regions,work-item-loops %s -o - | FileCheck %s
; RUN: sed 's/"lanewise-most-instructions"="2"/"lanewise-most-instructions"="99"/' %s | %cc --passes=barrier-regions,work-item-loops - -o - | FileCheck %s --check-prefix=SHORT
; RUN: sed 's/;VARIABLE //' %s | %cc --passes=barrier-regions,work-item-loops - -o - | FileCheck %s --check-prefix=ONCE
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.live_lanes() memory(none)

; CHECK-LABEL: define void @k(
; CHECK: load <4 x float>
; CHECK-NOT: load <4 x float>
; CHECK: "lanewise-tier"="first"
; ONCE-LABEL: define void @k(
; ONCE: load <4 x float>
; ONCE-NOT: load <4 x float>
; ONCE: "lanewise-rows"="1" {{.*}}"lanewise-tier"="all" {{.*}}"lanewise-uses-barrier"="0"
; SHORT-LABEL: define void @k(
; SHORT: load <4 x float>
; SHORT: load <4 x float>
; SHORT: "lanewise-tier"="all"
define void @k(ptr %a) "lanewise-kernel"="k" "lanewise-arguments"="v0" "lanewise-tier"="all" "lanewise-lanes"="4" "lanewise-most-instructions"="2" {
  %x = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %a, i64 %x
  %v = load <4 x float>, ptr %at, align 4
  %w = fneg <4 x float> %v
  store <4 x float> %w, ptr %at, align 4
  ret void
}
;VARIABLE @variable = addrspace(1) global i32 0
