; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The host exchanges x and y for launches of this kind, because the code for all launches has its vectors
; along y. So does scalar code for them: it had the dimensions of the source.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK: define void @columns({{.*}}) #[[COLUMNS:[0-9]+]]
; CHECK: %x = call i64 @lanewise.global_id(i32 1)
; CHECK-NEXT: %y = call i64 @lanewise.global_id(i32 0)
; CHECK: store volatile i64
; CHECK: attributes #[[COLUMNS]] = { {{.*}}"lanewise-lane-dimension"="1"
; CHECK-NOT: "lanewise-lanes"
; CHECK-NOT: lanewise-prepared
define void @columns(ptr %p) "lanewise-kernel"="columns" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-lane-dimension"="1" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, 100
  %i = add i64 %row, %y
  %at = getelementptr i64, ptr %p, i64 %i
  store volatile i64 %y, ptr %at
  %v0 = load volatile i64, ptr %at
  %a0 = getelementptr i8, ptr %at, i64 %v0
  store volatile i64 %v0, ptr %a0
  %v1 = load volatile i64, ptr %at
  %a1 = getelementptr i8, ptr %at, i64 %v1
  store volatile i64 %v1, ptr %a1
  %v2 = load volatile i64, ptr %at
  %a2 = getelementptr i8, ptr %at, i64 %v2
  store volatile i64 %v2, ptr %a2
  %v3 = load volatile i64, ptr %at
  %a3 = getelementptr i8, ptr %at, i64 %v3
  store volatile i64 %v3, ptr %a3
  ret void
}
