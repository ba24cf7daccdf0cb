; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of values that lanes store to one address the last active lane's remains, as if work-items ran one
; after another. A value that all lanes have is stored once.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: store.lanes:
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[ZEROS:.*]] = call i4 @llvm.ctlz.i4(i4 %[[BITS]], i1 true)
; CHECK: %[[LAST:.*]] = sub i4 3, %[[ZEROS]]
; CHECK: %[[VALUE:.*]] = extractelement <4 x i64> %{{.*}}, i4 %[[LAST]]
; CHECK: store i64 %[[VALUE]], ptr %p
; CHECK: store i64 %n, ptr %q
define void @k(ptr %p, ptr %q, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %some = icmp ugt i64 %id, 5
  br i1 %some, label %store, label %end
store:
  store i64 %id, ptr %p
  store i64 %n, ptr %q
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
