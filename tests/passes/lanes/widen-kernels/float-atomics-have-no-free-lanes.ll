; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a loop, all lanes add a number to a sum in each iteration: with another number of lanes in later
; code, the numbers came in another order.
; RUN: %cc --passes=%widen --level=x86-64-v4 %s | %result --heads %s
declare i64 @lanewise.global_id(i32) memory(none)

define void @floats(ptr %p, ptr %q) "lanewise-tier"="quick" "lanewise-kernel"="floats" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %y = fmul float %x, %x
  store float %y, ptr %at
  %old = atomicrmw fadd ptr %q, float %x monotonic
  ret void
}
;= define void @floats(ptr %p, ptr %q) "lanewise-arguments"="v0,v8" "lanewise-kernel"="floats" "lanewise-lanes"="8" "lanewise-most-instructions"="378" "lanewise-one-form" "lanewise-tier"="quick"
define void @integers(ptr %p, ptr %q) "lanewise-tier"="quick" "lanewise-kernel"="integers" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %y = mul i32 %x, %x
  store i32 %y, ptr %at
  %old = atomicrmw add ptr %q, i32 %x monotonic
  ret void
}
;= define void @integers(ptr %p, ptr %q) "lanewise-arguments"="v0,v8" "lanewise-free-lanes" "lanewise-kernel"="integers" "lanewise-lanes"="4" "lanewise-most-instructions"="378" "lanewise-one-form" "lanewise-tier"="quick"
