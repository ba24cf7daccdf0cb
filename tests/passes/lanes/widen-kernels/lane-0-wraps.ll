; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum that does not wrap for the lanes that run it may wrap for lane 0, from which the others follow: it is computed
; in 64 bits.
; RUN: %cc --passes=%widen --level=x86-64-v3 %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @sums(
; CHECK: %[[ID:.*]] = sext i32 %x to i64
; CHECK: %[[LESS:.*]] = add i64 %[[ID]], -8
; CHECK: %[[P:.*]] = sext i32 %p to i64
; CHECK: %wide.all = add i64 %[[LESS]], %[[P]]
; CHECK: store
define void @sums(ptr %a, i32 %n, i32 %p) "lanewise-kernel"="sums" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  %less = add nsw i32 %x, -8
  %sum = add nsw i32 %less, %p
  %wide = sext i32 %sum to i64
  %to = getelementptr i64, ptr %a, i64 %id
  store i64 %wide, ptr %to
  br label %end
end:
  ret void
}

; The lanes that run it have no negative number, but lane 0 may.
; CHECK-LABEL: define void @natural(
; CHECK: %[[ID:.*]] = sext i32 %x to i64
; CHECK: %wide.all = mul i64 %[[ID]], 3
; CHECK: store
define void @natural(ptr %a, i32 %n) "lanewise-kernel"="natural" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  %product = mul nsw i32 %x, 3
  %wide = zext nneg i32 %product to i64
  %to = getelementptr i64, ptr %a, i64 %id
  store i64 %wide, ptr %to
  br label %end
end:
  ret void
}

; The index of an address.
; CHECK-LABEL: define void @index(
; CHECK: %[[ID:.*]] = sext i32 %x to i64
; CHECK: %[[P:.*]] = sext i32 %p to i64
; CHECK: %[[SUM:.*]] = add i64 %[[ID]], %[[P]]
; CHECK: %to.all = getelementptr i64, ptr %a, i64 %[[SUM]]
define void @index(ptr %a, i32 %n, i32 %p) "lanewise-kernel"="index" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  %sum = add nsw i32 %x, %p
  %to = getelementptr i64, ptr %a, i32 %sum
  store i64 %id, ptr %to
  br label %end
end:
  ret void
}

; Lane 0 has the least number: a larger one does not pass the limit of the type, nor does one that is made of a local
; id, which is not negative.
; CHECK-LABEL: define void @stays(
; CHECK: %[[SUM:.*]] = add i32 %x, 5
; CHECK: sext i32 %[[SUM]] to i64
; CHECK: %[[LOCAL:.*]] = add i32 %{{.*}}, %p
; CHECK: sext i32 %[[LOCAL]] to i64
; CHECK: store
define void @stays(ptr %a, i32 %n, i32 %p) "lanewise-kernel"="stays" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %local = call i64 @lanewise.local_id(i32 0)
  %x = trunc i64 %id to i32
  %l = trunc i64 %local to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  %sum = add nsw i32 %x, 5
  %wide = sext i32 %sum to i64
  %other = add nsw i32 %l, %p
  %wide.other = sext i32 %other to i64
  %first = getelementptr i64, ptr %a, i64 %wide
  %second = getelementptr i64, ptr %a, i64 %wide.other
  store i64 1, ptr %first
  store i64 1, ptr %second
  br label %end
end:
  ret void
}

; Where numbers fall, lane 0 has the greatest one: it may pass the limit unless the constant is negative.
; CHECK-LABEL: define void @differences(
; CHECK: %[[X:.*]] = sext i32 %x to i64
; CHECK: sub i64 7, %[[X]]
; CHECK: %[[FALLING:.*]] = sub i32 -7, %x
; CHECK: sext i32 %[[FALLING]] to i64
define void @differences(ptr %a, ptr %b, i32 %n) "lanewise-kernel"="differences" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  %positive = sub nsw i32 7, %x
  %wide = sext i32 %positive to i64
  %negative = sub nsw i32 -7, %x
  %wide.negative = sext i32 %negative to i64
  %first = getelementptr i64, ptr %a, i64 %id
  %second = getelementptr i64, ptr %b, i64 %id
  store i64 %wide, ptr %first
  store i64 %wide.negative, ptr %second
  br label %end
end:
  ret void
}

; A choice that is the same for all lanes.
; CHECK-LABEL: define void @choice(
; CHECK: %[[X:.*]] = sext i32 %x to i64
; CHECK: %[[SUM:.*]] = add i64 %[[X]], -8
; CHECK: select i1 %{{.*}}, i64 %[[SUM]], i64 %
define void @choice(ptr %a, i32 %n, i1 %c) "lanewise-kernel"="choice" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  %less = add nsw i32 %x, -8
  %either = select i1 %c, i32 %less, i32 %x
  %wide = sext i32 %either to i64
  %to = getelementptr i64, ptr %a, i64 %id
  store i64 %wide, ptr %to
  br label %end
end:
  ret void
}

; Lane 0 has the number of a phi modulo 2^32, and of what is made of it: a sum that fits is right. Extended before the
; last step, it was not.
; CHECK-LABEL: define void @merged(
; CHECK: %[[SUM:.*]] = add i32 %{{.*}}, %p
; CHECK: sext i32 %[[SUM]] to i64
define void @merged(ptr %a, i32 %n, i32 %p, i1 %c) "lanewise-kernel"="merged" "lanewise-arguments"="v0,v8,v12,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp sge i32 %x, %n
  br i1 %is, label %then, label %end
then:
  br i1 %c, label %other, label %join
other:
  %less = add nsw i32 %x, -8
  store i32 1, ptr %a
  br label %join
join:
  %either = phi i32 [ %less, %other ], [ %x, %then ]
  %sum = add nsw i32 %either, %p
  %wide = sext i32 %sum to i64
  %to = getelementptr i64, ptr %a, i64 %id
  store i64 %wide, ptr %to
  br label %end
end:
  ret void
}
