; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each kernel of a module becomes an entry, other functions stay. The promise of `restrict` about
; parameters holds for the accesses of the entry.
; RUN: %cc --passes=kernel-entry %s | FileCheck %s
; CHECK-NOT: define internal
; CHECK: define i32 @helper(
; CHECK-NOT: define internal
; CHECK: define void @first(
; CHECK-NOT: define internal
define internal void @a(ptr %p) "lanewise-kernel"="first" "lanewise-arguments"="v0" "lanewise-spill-fixed-bytes"="0" {
  store i32 1, ptr %p
  ret void
}
; CHECK-LABEL: define void @second(
; CHECK: load i32, ptr %q, {{.*}}!alias.scope
; CHECK: store i32 %{{.*}}, ptr %p, {{.*}}!noalias
define internal void @b(ptr noalias %p, ptr noalias %q) "lanewise-kernel"="second" "lanewise-arguments"="v0,v8" "lanewise-spill-fixed-bytes"="0" {
  %x = load i32, ptr %q
  store i32 %x, ptr %p
  ret void
}
define i32 @helper() {
  ret i32 3
}
