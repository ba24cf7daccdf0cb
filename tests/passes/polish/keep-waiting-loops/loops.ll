; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sparse product waits for its sum: LLVM copied its loop eight times, and that of the rows.
; RUN: %cc --passes=keep-waiting-loops %s | FileCheck %s

; CHECK-LABEL: define void @rows(
; CHECK: br i1 %{{.*}}, label %sum, label %store, !llvm.loop ![[WAITS:[0-9]+]]
; CHECK: br i1 %{{.*}}, label %row, label %end, !llvm.loop ![[AROUND:[0-9]+]]
define void @rows(ptr %values, ptr %columns, ptr %x, ptr %y, i64 %rows, i64 %n) {
entry:
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %r.next, %store ]
  br label %sum
sum:
  %i = phi i64 [ 0, %row ], [ %i.next, %sum ]
  %s = phi float [ 0.0, %row ], [ %s.next, %sum ]
  %at = getelementptr i32, ptr %columns, i64 %i
  %column = load i32, ptr %at
  %column.wide = sext i32 %column to i64
  %of = getelementptr float, ptr %x, i64 %column.wide
  %a = load float, ptr %of
  %from = getelementptr float, ptr %values, i64 %i
  %b = load float, ptr %from
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %i.next = add i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %sum, label %store
store:
  %to = getelementptr float, ptr %y, i64 %r
  store float %s.next, ptr %to
  %r.next = add i64 %r, 1
  %again = icmp ne i64 %r.next, %rows
  br i1 %again, label %row, label %end
end:
  ret void
}

; An integer sum does not wait.
; CHECK-LABEL: define i32 @integers(
; CHECK-NOT: !llvm.loop
; CHECK: ret i32
define i32 @integers(ptr %values, i64 %n) {
entry:
  br label %sum
sum:
  %i = phi i64 [ 0, %entry ], [ %i.next, %sum ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %sum ]
  %from = getelementptr i32, ptr %values, i64 %i
  %a = load i32, ptr %from
  %s.next = add i32 %s, %a
  %i.next = add i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %sum, label %end
end:
  ret i32 %s.next
}
declare float @llvm.fmuladd.f32(float, float, float)
; CHECK-DAG: ![[WAITS]] = distinct !{![[WAITS]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG: ![[AROUND]] = distinct !{![[AROUND]], ![[DISABLE]]}
; CHECK-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.runtime.disable", i32 1}
