; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A small block behind a condition on data runs without a test whether a lane is active. Its mask
; decides what is stored.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
; Stores with masks are slow where masks have no registers: there the block has a test.
; RUN: %cc --level=x86-64-v3 --passes=%widen %s | FileCheck --check-prefix=SLOW %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @clamp(
; CHECK: %[[LESS:.*]] = icmp slt <4 x i32>
; CHECK: %[[MASK:.*]] = select <4 x i1> %live, <4 x i1> %[[LESS]], <4 x i1> zeroinitializer
; CHECK-NOT: br i1
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr %at, i32 4, <4 x i1> %[[MASK]])
; SLOW-LABEL: define void @clamp(
; SLOW: %[[MASK:.*]] = select <4 x i1> %live, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; SLOW: br i1 %{{.*}}, label %then.lanes, label %end
; SLOW: then.lanes:
; SLOW: call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr %at, i32 4, <4 x i1> %[[MASK]])
define void @clamp(ptr %a) "lanewise-kernel"="clamp" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %less = icmp slt i32 %x, 0
  br i1 %less, label %then, label %end
then:
  store i32 0, ptr %at
  br label %end
end:
  ret void
}

; Ids that are compared agree in most vectors.
; CHECK-LABEL: define void @guard(
; SLOW-LABEL: define void @guard(
; CHECK: br i1 %{{.*}}, label %choice, label %end
define void @guard(ptr %a, i64 %n) "lanewise-kernel"="guard" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  store i32 0, ptr %at
  br label %end
end:
  ret void
}

; An index that may wrap inside of the vector: then the store scatters, to no lane at all if none is active.
; CHECK-LABEL: define void @may_wrap(
; CHECK: %[[BELOW:.*]] = icmp slt <4 x i32>
; CHECK: %[[MASK:.*]] = select <4 x i1> %live, <4 x i1> %[[BELOW]], <4 x i1> zeroinitializer
; CHECK-NOT: %[[MASK]] to i4
; The index may be poison where the store does not run.
; CHECK: freeze i32 %index
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr %{{.*}}, i32 4, <4 x i1> %[[MASK]])
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> zeroinitializer, <4 x ptr> %{{.*}}, i32 4, <4 x i1> %[[MASK]])
define void @may_wrap(ptr %a, i32 %row) "lanewise-kernel"="may_wrap" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %index = add i32 %row, %x
  %wide = sext i32 %index to i64
  %at = getelementptr i32, ptr %a, i64 %wide
  %value = load i32, ptr %at
  %less = icmp slt i32 %value, 0
  br i1 %less, label %then, label %end
then:
  store i32 0, ptr %at
  br label %end
end:
  ret void
}

; Accesses to single bits run lane by lane, beginning with an active one.
; CHECK-LABEL: define void @bits(
; CHECK: br i1 %{{.*}}, label %then.lanes, label %end
define void @bits(ptr %a, ptr %b) "lanewise-kernel"="bits" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %less = icmp slt i32 %x, 0
  br i1 %less, label %then, label %end
then:
  %to = getelementptr i1, ptr %b, i64 %id
  store i1 true, ptr %to
  br label %end
end:
  ret void
}

; The load is that of scalar code.
; CHECK-LABEL: define void @uniform(
; CHECK: br i1 %{{.*}}, label %then.lanes, label %end
define void @uniform(ptr %a, ptr %b) "lanewise-kernel"="uniform" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %less = icmp slt i32 %x, 0
  br i1 %less, label %then, label %end
then:
  %y = load i32, ptr %b
  store i32 %y, ptr %at
  br label %end
end:
  ret void
}

; A loop behind the block has the same mask.
; CHECK-LABEL: define void @loop(
; CHECK: br i1 %{{.*}}, label %then.lanes, label %end
define void @loop(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="loop" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %less = icmp slt i32 %x, 0
  br i1 %less, label %then, label %end
then:
  store i32 0, ptr %at
  br label %repeat
repeat:
  %i = phi i64 [ 0, %then ], [ %next, %repeat ]
  %from = getelementptr i32, ptr %b, i64 %i
  %y = load i32, ptr %from
  store i32 %y, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %repeat, label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
