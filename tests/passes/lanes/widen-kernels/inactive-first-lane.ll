; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What LLVM knows of a value holds for active lanes only. If the first lane is inactive, its index may be
; negative or wrap, and the addresses of the other lanes must not be computed from it by zext.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @not_negative(
; CHECK: use.lanes:
; CHECK-NOT: zext i32
; CHECK: call {{.*}} @llvm.masked.{{load|gather}}
define void @not_negative(ptr %a, ptr %b, i32 %m) "lanewise-kernel"="not_negative" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %i = sub nsw i32 %narrow, %m
  %c = icmp sgt i32 %i, -1
  br i1 %c, label %use, label %end
use:
  %index = zext nneg i32 %i to i64
  %from = getelementptr float, ptr %a, i64 %index
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  br label %end
end:
  ret void
}
; CHECK-LABEL: define void @no_wrap(
; CHECK: %i = sub i32 %narrow, %m
; CHECK: %[[HOLDS:.*]] = icmp ule i32 %i, -4
; CHECK: use.lanes:
; CHECK: br i1 %[[HOLDS]], label %strided, label %scattered
; CHECK: scattered:
; CHECK: call {{.*}} @llvm.masked.gather
define void @no_wrap(ptr %a, ptr %b, i32 %m) "lanewise-kernel"="no_wrap" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %c = icmp uge i32 %narrow, %m
  br i1 %c, label %use, label %end
use:
  %i = sub nuw i32 %narrow, %m
  %index = zext i32 %i to i64
  %from = getelementptr float, ptr %a, i64 %index
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  br label %end
end:
  ret void
}
; A disjoint `or` is a sum for the lanes that are active.
; CHECK-LABEL: define void @disjoint(
; CHECK: %i = add i64 %id, 8
define void @disjoint(ptr %a, ptr %b) "lanewise-kernel"="disjoint" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %bit = and i64 %id, 8
  %c = icmp eq i64 %bit, 0
  br i1 %c, label %use, label %end
use:
  %i = or disjoint i64 %id, 8
  %from = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
