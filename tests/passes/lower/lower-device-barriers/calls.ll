; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The first work-item of a group waits in the host, between two barriers of the group. Whether groups
; are concurrent is a kernel call, which the kernel's entry answers.
; RUN: %cc --passes=lower-device-barriers %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NEXT: %[[IS:.*]] = call i1 @lanewise.is_concurrent()
; CHECK-NEXT: br i1 %[[IS]],
; CHECK: call void @lanewise.barrier()
; CHECK: %[[ID:.*]] = call i64 @lanewise.local_linear_id()
; CHECK: %[[FIRST:.*]] = icmp eq i64 %[[ID]], 0
; CHECK: br i1 %[[FIRST]], label %[[WAIT:.*]], label %[[BEHIND:.*]]
; CHECK: [[WAIT]]:
; CHECK: call void %
; CHECK: [[BEHIND]]:
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NOT: call void @lanewise_device_barrier
; CHECK: "lanewise-uses-host-calls"
define void @k() "lanewise-kernel"="kernel.k" "lanewise-arguments"="" {
  %is = call zeroext i1 @lanewise_is_concurrent()
  br i1 %is, label %then, label %end
then:
  call void @lanewise_device_barrier()
  br label %end
end:
  ret void
}
declare void @lanewise_device_barrier() convergent
declare zeroext i1 @lanewise_is_concurrent()
