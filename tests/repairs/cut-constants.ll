; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The addresses are the same. The store decides what is loaded.
; RUN: %cc --passes=restore-constants,gvn %s | FileCheck %s
; CHECK-LABEL: define double @reversed(
; CHECK-NOT: load
; CHECK: ret double %v
define double @reversed(ptr %p, i64 %a, i64 %b, double %v) {
  %last = add nuw i64 %b, 9223372036854775807
  %i = add i64 %a, %last
  %twice = shl i64 %i, 1
  %to = getelementptr inbounds [16 x double], ptr %p, i64 0, i64 %twice
  store double %v, ptr %to
  %other = add i64 %b, -1
  %j = add i64 %a, %other
  %offset = shl i64 %j, 4
  %from = getelementptr inbounds i8, ptr %p, i64 %offset
  %x = load double, ptr %from
  ret double %x
}
