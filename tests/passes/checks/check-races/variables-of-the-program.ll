; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variables of the program have a history in the module, each its own, also those without a name: one of 4 and
; one of 400 bytes shared that of 4. It is not used where numbers of launches have begun again. Constants have none.
; RUN: %cc --passes=check-races %s | FileCheck %s
; CHECK-DAG: @history.[[SMALL:.*]] = internal global [3 x i64] zeroinitializer, align 64 #[[OWN:[0-9]+]]
; CHECK-DAG: @history.[[LARGE:.*]] = internal global [300 x i64] zeroinitializer, align 64 #[[OWN]]
; CHECK-NOT: @history
; CHECK-LABEL: define void @k(
; CHECK: %[[BIT:.*]] = and i64 %{{.*}}, 65536
; CHECK: %[[WRAPPED:.*]] = icmp ne i64 %[[BIT]], 0
; CHECK: select i1 %[[WRAPPED]], ptr null, ptr @history
@0 = internal global i32 0, align 4
@1 = internal global [100 x i32] zeroinitializer, align 4
@2 = internal constant i32 7, align 4
define void @k(i64 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-checked-arguments"="-" "lanewise-checked-launch"="8" {
  %c = load i32, ptr @2, align 4
  store i32 %c, ptr @0, align 4
  %at = getelementptr i32, ptr @1, i64 %i
  store i32 2, ptr %at, align 4
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-races", i32 1}
