; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses that differ only in the predicate of a comparison are not shared, so rows do not run together.
; RUN: %cc --from=lanes --to=group --level=x86-64-v3 --remarks %s 2>&1 | FileCheck --allow-empty %s
; CHECK-NOT: run together
declare i64 @lanewise.global_id(i32) memory(none)

define void @k(ptr %a, ptr %out, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" "lanewise-lanes"="8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = getelementptr [100 x float], ptr %a, i64 %y
  %p = getelementptr float, ptr %row, i64 %x
  %bound = mul i64 %y, %n
  %below = icmp ult i64 %bound, 77
  %above = icmp ugt i64 %bound, 77
  %next = getelementptr float, ptr %p, i64 %n
  %from = select i1 %below, ptr %p, ptr %next
  %other = select i1 %above, ptr %p, ptr %next
  %v = load <8 x float>, ptr %from, align 4
  %w = load <8 x float>, ptr %other, align 4
  %sum = fadd <8 x float> %v, %w
  %rowOut = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %rowOut, i64 %x
  store <8 x float> %sum, ptr %q, align 4
  ret void
}
