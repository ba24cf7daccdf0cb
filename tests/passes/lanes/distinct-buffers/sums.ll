; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that keeps a sum in a buffer has a version for distinct buffers, with the sum in a register. A buffer that
; may be another one, too, has the sum in memory.
; RUN: %cc --passes=distinct-buffers %s | FileCheck %s
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @sum(
; CHECK-SAME: #[[TESTS:[0-9]+]]
; CHECK: %[[DISTINCT:.*]] = call i1 @lanewise.has_distinct_buffers()
; CHECK: br i1 %[[DISTINCT]], label %[[ALONE:.*]], label %[[SHARED:.*]]
; CHECK: [[SHARED]]:
; CHECK: load float, ptr %from.shared, align 4{{$}}
; CHECK: store float %{{.*}}, ptr %c, align 4{{$}}
; CHECK: br i1 %again.shared, label %body.shared,
; CHECK: [[ALONE]]:
; CHECK: load float, ptr %c, align 4, !alias.scope ![[C:[0-9]+]], !noalias
; CHECK: load float, ptr %from, align 4, !alias.scope ![[A:[0-9]+]], !noalias ![[C]]
; CHECK-NOT: store
; CHECK: br i1 %again, label %body, label %[[EXIT:.*]]
; CHECK: [[EXIT]]:
; CHECK: store float %{{.*}}, ptr %c
define void @sum(ptr %c, ptr %a, i64 %n) "lanewise-kernel"="sum" "lanewise-arguments"="v0,v8,v16" {
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr %a, i64 %k
  %x = load float, ptr %from, align 4
  %old = load float, ptr %c, align 4
  %new = fadd float %old, %x
  store float %new, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}

; One argument only.
; CHECK-LABEL: define void @one(
; CHECK-NOT: call i1 @lanewise.has_distinct_buffers()
define void @one(ptr %c, ptr %a, i64 %n) "lanewise-kernel"="one" "lanewise-arguments"="v0,v8,v16" {
  br label %body
body:
  %k = phi i64 [ 1, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr %c, i64 %k
  %x = load float, ptr %from, align 4
  store float %x, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
; An address from memory.
; CHECK-LABEL: define void @from_memory(
; CHECK-NOT: call i1 @lanewise.has_distinct_buffers()
define void @from_memory(ptr %c, ptr %a, i64 %n) "lanewise-kernel"="from_memory" "lanewise-arguments"="v0,v8,v16" {
  %p = load ptr, ptr %a
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr %p, i64 %k
  %x = load float, ptr %from, align 4
  store float %x, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: define void @volatile(
; CHECK-NOT: call i1 @lanewise.has_distinct_buffers()
define void @volatile(ptr %c, ptr %a, i64 %n) "lanewise-kernel"="volatile" "lanewise-arguments"="v0,v8,v16" {
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr %a, i64 %k
  %x = load volatile float, ptr %from, align 4
  store float %x, ptr %c, align 4
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
; CHECK-LABEL: define void @barrier(
; CHECK-NOT: call i1 @lanewise.has_distinct_buffers()
define void @barrier(ptr %c, ptr %a, i64 %n) "lanewise-kernel"="barrier" "lanewise-arguments"="v0,v8,v16" {
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %from = getelementptr float, ptr %a, i64 %k
  %x = load float, ptr %from, align 4
  store float %x, ptr %c, align 4
  call void @lanewise.barrier()
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
; The first kernel has an attribute, too.
; CHECK: attributes #[[TESTS]] = {{.*}}"lanewise-tests-buffers"
