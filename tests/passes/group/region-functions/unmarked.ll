; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel of few regions has no marks: its code and its variables stay where they are.
; RUN: %cc --passes=region-functions %s -o - | FileCheck %s
; CHECK-LABEL: define void @k(ptr %p)
; CHECK-NEXT: entry:
; CHECK-NEXT: %next = alloca i32
; CHECK-NEXT: br label %head
; CHECK: item:
; CHECK-NEXT: %size = call i64 @lanewise.local_size(i32 0)
; CHECK-NEXT: store i64 %size, ptr %p
; CHECK-NEXT: br label %end
; CHECK-NOT: define internal void @k.region
define void @k(ptr %p) #0 {
entry:
  %next = alloca i32, align 4
  br label %head
head:
  br label %item
item:
  %size = call i64 @lanewise.local_size(i32 0)
  store i64 %size, ptr %p, align 8
  br label %end
end:
  ret void
}
declare i64 @lanewise.local_size(i32)
attributes #0 = { "lanewise-kernel"="k" "lanewise-arguments"="v0" }
