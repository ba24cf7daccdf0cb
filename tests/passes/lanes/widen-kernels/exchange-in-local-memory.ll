; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values of local memory that are exchanged or stay as they are: stores without a mask of their own.
; RUN: %cc --level=x86-64-v4 --lanes=8 --passes=%widen %s | FileCheck %s
declare void @lanewise.barrier() convergent
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @order(
; CHECK: %[[X:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %at, i32 4, <8 x i1> %live,
; CHECK: %[[Y:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %far, i32 4, <8 x i1> %live,
; CHECK: %[[ABOVE:.*]] = icmp ugt <8 x i32> %[[X]], %[[Y]]
; CHECK: %[[LOW:.*]] = select <8 x i1> %[[ABOVE]], <8 x i32> %[[Y]], <8 x i32> %[[X]]
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %[[LOW]], ptr %at, i32 4, <8 x i1> %live)
; CHECK: %[[HIGH:.*]] = select <8 x i1> %[[ABOVE]], <8 x i32> %[[X]], <8 x i32> %[[Y]]
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %[[HIGH]], ptr %far, i32 4, <8 x i1> %live)
; CHECK: %[[SWAPS:.*]] = select <8 x i1> %[[ABOVE]], <8 x i32> <i32 1, {{.*}}>, <8 x i32> zeroinitializer
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %[[SWAPS]],
; CHECK: ret void
define void @order(ptr %a, ptr %counts) "lanewise-kernel"="order" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %far = getelementptr i8, ptr %at, i64 1024
  %x = load i32, ptr %at, !alias.scope !2
  %y = load i32, ptr %far, !alias.scope !2
  %above = icmp ugt i32 %x, %y
  br i1 %above, label %then, label %end
then:
  store i32 %y, ptr %at, !alias.scope !2
  store i32 %x, ptr %far, !alias.scope !2
  br label %end
end:
  %swaps = phi i32 [ 0, %0 ], [ 1, %then ]
  %count = getelementptr i32, ptr %counts, i64 %id
  store i32 %swaps, ptr %count
  ret void
}

; On the other side of the branch, where the lanes' addresses have a pattern.
; CHECK-LABEL: define void @otherwise(
; CHECK: %[[MORE:.*]] = icmp sgt <8 x i32> %[[X:.*]], zeroinitializer
; CHECK: select <8 x i1> %[[MORE]], <8 x i32> %[[X]], <8 x i32> zeroinitializer
; CHECK-NOT: icmp
; CHECK: call void @llvm.masked.store.v8i32.p0(
; CHECK: ret void
define void @otherwise(ptr %a) "lanewise-kernel"="otherwise" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %partner = xor i64 %id, 2
  %at = getelementptr i32, ptr %a, i64 %partner
  %x = load i32, ptr %at, !alias.scope !2
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %end, label %else
else:
  store i32 0, ptr %at, !alias.scope !2
  br label %end
end:
  ret void
}

; A flag for all lanes, and one for two lanes: those that do not set it would undo what others set.
; CHECK-LABEL: define void @flag(
; CHECK-NOT: select {{.*}}, i32
; CHECK: br i1
; CHECK: store i32 1, ptr %a
; CHECK: ret void
define void @flag(ptr %a) "lanewise-kernel"="flag" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %x = load i32, ptr %a, !alias.scope !2
  %is = icmp eq i64 %id, 5
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr %a, !alias.scope !2
  br label %end
end:
  ret void
}
; CHECK-LABEL: define void @flag_of_two(
; CHECK: %[[MORE:.*]] = icmp sgt <8 x i32>
; CHECK: %[[MASK:.*]] = select <8 x i1> %live, <8 x i1> %[[MORE]], <8 x i1> zeroinitializer
; CHECK: scatter{{.*}}<8 x i1> %[[MASK]]
; CHECK: ret void
define void @flag_of_two(ptr %a, ptr %values) "lanewise-kernel"="flag_of_two" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr i32, ptr %values, i64 %id
  %value = load i32, ptr %from
  %pair = lshr i64 %id, 1
  %at = getelementptr i32, ptr %a, i64 %pair
  %x = load i32, ptr %at, !alias.scope !2
  %more = icmp sgt i32 %value, %x
  br i1 %more, label %then, label %end
then:
  store i32 1, ptr %at, !alias.scope !2
  br label %end
end:
  ret void
}

; Lanes that store to the element behind theirs, too, and work-groups of several rows, whose vectors may run
; side by side.
; CHECK-LABEL: define void @overlap(
; CHECK-NOT: select {{.*}}, <8 x i32>
; CHECK-LABEL: define void @rows(
; CHECK-NOT: select {{.*}}, <8 x i32>
; CHECK-LABEL: define void @any_size(
; CHECK-NOT: select {{.*}}, <8 x i32>
define void @overlap(ptr %a) "lanewise-kernel"="overlap" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %next = getelementptr i8, ptr %at, i64 4
  %x = load i32, ptr %at, !alias.scope !2
  %y = load i32, ptr %next, !alias.scope !2
  %more = icmp sgt i32 %x, %y
  br i1 %more, label %then, label %end
then:
  store i32 1, ptr %at, !alias.scope !2
  store i32 2, ptr %next, !alias.scope !2
  br label %end
end:
  ret void
}
define void @rows(ptr %a) "lanewise-kernel"="rows" "lanewise-local-size"="32,2,1" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at, !alias.scope !2
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 1, ptr %at, !alias.scope !2
  br label %end
end:
  ret void
}
define void @any_size(ptr %a) "lanewise-kernel"="any_size" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at, !alias.scope !2
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 1, ptr %at, !alias.scope !2
  br label %end
end:
  ret void
}

; A buffer may be protected, another work-item may have written behind a barrier, and of %b nothing is
; known.
; CHECK-LABEL: define void @buffer(
; CHECK-NOT: select {{.*}}, <8 x i32>
; CHECK-LABEL: define void @barrier(
; CHECK-NOT: select {{.*}}, <8 x i32>
; CHECK-LABEL: define void @unread(
; CHECK-NOT: select {{.*}}, <8 x i32>
define void @buffer(ptr %a) "lanewise-kernel"="buffer" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at, !alias.scope !4
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 0, ptr %at, !alias.scope !4
  br label %end
end:
  ret void
}
define void @barrier(ptr %a) "lanewise-kernel"="barrier" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at, !alias.scope !2
  call void @lanewise.barrier()
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 0, ptr %at, !alias.scope !2
  br label %end
end:
  ret void
}
define void @unread(ptr %a, ptr %b) "lanewise-kernel"="unread" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %other = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %at, !alias.scope !2
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 0, ptr %at, !alias.scope !2
  store i32 0, ptr %other, !alias.scope !2
  br label %end
end:
  ret void
}
!0 = distinct !{!0, !"address spaces"}
!1 = distinct !{!1, !0, !"local memory"}
!2 = !{!1}
!3 = distinct !{!3, !0, !"buffers"}
!4 = !{!3}
