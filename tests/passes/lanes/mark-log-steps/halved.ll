; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop with a barrier whose variable is halved is unrolled, whatever its size; one that counts is not,
; nor one that the source forbids.
; RUN: %cc --passes=mark-log-steps %s | FileCheck %s
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @halved(
; CHECK: br i1 %more, label %step, label %end, !llvm.loop ![[MARK:.*]]
define void @halved(ptr %a) {
  br label %step
step:
  %distance = phi i32 [ 128, %0 ], [ %next, %step ]
  call void @lanewise.barrier()
  store i32 %distance, ptr %a
  %next = lshr i32 %distance, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %step, label %end
end:
  ret void
}
; CHECK-LABEL: define void @counted(
; CHECK: br i1 %more, label %step, label %end{{$}}
define void @counted(ptr %a) {
  br label %step
step:
  %i = phi i32 [ 0, %0 ], [ %next, %step ]
  call void @lanewise.barrier()
  store i32 %i, ptr %a
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %step, label %end
end:
  ret void
}
; CHECK-LABEL: define void @alone(
; CHECK: br i1 %more, label %step, label %end{{$}}
define void @alone(ptr %a) {
  br label %step
step:
  %distance = phi i32 [ 128, %0 ], [ %next, %step ]
  store i32 %distance, ptr %a
  %next = lshr i32 %distance, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %step, label %end
end:
  ret void
}
; CHECK-LABEL: define void @forbidden(
; CHECK: br i1 %more, label %step, label %end, !llvm.loop ![[FORBIDDEN:.*]]
define void @forbidden(ptr %a) {
  br label %step
step:
  %distance = phi i32 [ 128, %0 ], [ %next, %step ]
  call void @lanewise.barrier()
  store i32 %distance, ptr %a
  %next = lshr i32 %distance, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %step, label %end, !llvm.loop !0
end:
  ret void
}
; CHECK: ![[MARK]] = distinct !{![[MARK]], ![[UNROLL:.*]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.full"
; CHECK: ![[FORBIDDEN]] = distinct !{![[FORBIDDEN]], ![[DISABLE:.*]]}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
