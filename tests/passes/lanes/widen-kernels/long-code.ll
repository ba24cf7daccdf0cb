; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel whose code would be too long is first code: it has one form, and no copy without masks
; behind the condition. Where each access is a loop over lanes, it has fewer of them, too. The same
; holds for kernels that the host does not compile again, here because of a variable, which had no
; limit. Where it compiles no kernel again, code has all forms.
; RUN: %cc --passes=%widen --level=x86-64-v2 %s | FileCheck %s
; RUN: sed 's/"lanewise-kernel"/"lanewise-tier"="all" &/' %s | %cc --passes=%widen --level=x86-64-v2 - | FileCheck %s --check-prefix=ONLY
; RUN: sed 's/;VARIABLE //' %s | %cc --passes=%widen --level=x86-64-v2 - | FileCheck %s --check-prefix=ONCE
; RUN: %cc --passes=%widen --level=x86-64-v4 %s | FileCheck %s --check-prefix=MASKED
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK-NOT: choice
; CHECK: attributes {{.*}}"lanewise-free-lanes" "lanewise-kernel"="k" "lanewise-lanes"="4" {{.*}}"lanewise-one-form" "lanewise-tier"="first"
; ONLY: {{^}}choice:
; ONLY: attributes {{.*}}"lanewise-lanes"="16" {{.*}}"lanewise-tier"="all"
; ONCE-NOT: choice
; ONCE: attributes #{{[0-9]+}} = { "lanewise-arguments"="v0,v8,v16" "lanewise-kernel"="k" "lanewise-lanes"="4" {{.*}}"lanewise-one-form" "lanewise-tier"="all"
; MASKED: attributes {{.*}}"lanewise-lanes"="16" {{.*}}"lanewise-tier"="all"
define void @k(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %then, label %end
then:
  %from = getelementptr i16, ptr %a, i64 %id
  %to = getelementptr i16, ptr %b, i64 %id
  %x0 = load i16, ptr %from
  store i16 %x0, ptr %to
  %from1 = getelementptr i16, ptr %from, i64 64
  %to1 = getelementptr i16, ptr %to, i64 64
  %x1 = load i16, ptr %from1
  store i16 %x1, ptr %to1
  %from2 = getelementptr i16, ptr %from, i64 128
  %to2 = getelementptr i16, ptr %to, i64 128
  %x2 = load i16, ptr %from2
  store i16 %x2, ptr %to2
  %from3 = getelementptr i16, ptr %from, i64 192
  %to3 = getelementptr i16, ptr %to, i64 192
  %x3 = load i16, ptr %from3
  store i16 %x3, ptr %to3
  %from4 = getelementptr i16, ptr %from, i64 256
  %to4 = getelementptr i16, ptr %to, i64 256
  %x4 = load i16, ptr %from4
  store i16 %x4, ptr %to4
  %from5 = getelementptr i16, ptr %from, i64 320
  %to5 = getelementptr i16, ptr %to, i64 320
  %x5 = load i16, ptr %from5
  store i16 %x5, ptr %to5
  %from6 = getelementptr i16, ptr %from, i64 384
  %to6 = getelementptr i16, ptr %to, i64 384
  %x6 = load i16, ptr %from6
  store i16 %x6, ptr %to6
  %from7 = getelementptr i16, ptr %from, i64 448
  %to7 = getelementptr i16, ptr %to, i64 448
  %x7 = load i16, ptr %from7
  store i16 %x7, ptr %to7
  %from8 = getelementptr i16, ptr %from, i64 512
  %to8 = getelementptr i16, ptr %to, i64 512
  %x8 = load i16, ptr %from8
  store i16 %x8, ptr %to8
  %from9 = getelementptr i16, ptr %from, i64 576
  %to9 = getelementptr i16, ptr %to, i64 576
  %x9 = load i16, ptr %from9
  store i16 %x9, ptr %to9
  br label %end
end:
  ret void
}
;VARIABLE @variable = addrspace(1) global i32 0
