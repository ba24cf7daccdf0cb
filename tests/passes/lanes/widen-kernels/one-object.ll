; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A 32-bit number that wraps between two lanes moves the address by 4 GiB or more. In an object below 1 GiB
; one of both accesses is undefined, so the number needs no test, which took a tenth of a matrix product's time.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
@memory = internal addrspace(3) global [256 x i32] undef, align 64

; The objects of arguments are small if the launch says so.
; CHECK-LABEL: define void @argument(
; CHECK: %[[SMALL:.*]] = call i1 @lanewise.assumes_small_memory()
; CHECK-NEXT: or i1 %[[SMALL]],
define void @argument(ptr %p, i32 %n) "lanewise-kernel"="argument" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %sum = add i32 %low, %n
  %index = zext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %index
  store i32 %low, ptr %at
  ret void
}

; CHECK-LABEL: define void @local(
; CHECK-NOT: scattered
; CHECK: call void @llvm.masked.store.v4i32
; CHECK-NOT: scattered
; CHECK: ret void
define void @local(i32 %n) "lanewise-kernel"="local" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %sum = add i32 %low, %n
  %index = zext i32 %sum to i64
  %at = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @memory to ptr), i64 %index
  store i32 %low, ptr %at
  ret void
}

; The objects of lanes may be different, or of any size.
; CHECK-LABEL: define void @loaded(
; CHECK-NOT: small_memory
; CHECK: ret void
define void @loaded(ptr %from, i32 %n) "lanewise-kernel"="loaded" "lanewise-arguments"="v0,v8" {
  %p = load ptr, ptr %from
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %sum = add i32 %low, %n
  %index = zext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %index
  store i32 %low, ptr %at
  ret void
}

; Behind a condition lane 0 may be inactive, and its number -1, where the next lane accesses element 0.
; CHECK-LABEL: define void @unsigned_behind_condition(
; CHECK-NOT: small_memory
; CHECK: ret void
define void @unsigned_behind_condition(ptr %p, i32 %n) "lanewise-kernel"="unsigned_behind_condition" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %within = icmp ugt i32 %low, %n
  br i1 %within, label %then, label %end
then:
  %sum = sub i32 %low, %n
  %index = zext i32 %sum to i64
  %at = getelementptr inbounds i32, ptr %p, i64 %index
  store i32 %low, ptr %at
  br label %end
end:
  ret void
}

; As signed numbers -1 and 0 are neighbours.
; CHECK-LABEL: define void @signed_behind_condition(
; CHECK: %[[SMALL:.*]] = call i1 @lanewise.assumes_small_memory()
; CHECK-NEXT: or i1 %[[SMALL]],
define void @signed_behind_condition(ptr %p, i32 %n, i64 %m) "lanewise-kernel"="signed_behind_condition" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %within = icmp sgt i32 %low, %n
  br i1 %within, label %then, label %end
then:
  %sum = sub i32 %low, %n
  %index = sext i32 %sum to i64
  %row = getelementptr inbounds i32, ptr %p, i64 %m
  %at = getelementptr i32, ptr %row, i64 %index
  store i32 %low, ptr %at
  br label %end
end:
  ret void
}

; Two numbers may wrap in a way that gives an address in the object.
; CHECK-LABEL: define void @sum_behind_condition(
; CHECK-NOT: small_memory
; CHECK: ret void
define void @sum_behind_condition(ptr %p, i32 %n) "lanewise-kernel"="sum_behind_condition" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %within = icmp sgt i32 %low, %n
  br i1 %within, label %then, label %end
then:
  %sum = add i32 %low, 2147483600
  %wrapped = sext i32 %sum to i64
  %index = add i64 %wrapped, 2147483648
  %at = getelementptr inbounds i32, ptr %p, i64 %index
  store i32 %low, ptr %at
  br label %end
end:
  ret void
}
; A step of any size leads out of the object, unless it promises to stay within.
; CHECK-LABEL: define void @far_step(
; CHECK-NOT: small_memory
; CHECK: ret void
define void @far_step(ptr %p, i32 %n) "lanewise-kernel"="far_step" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %x = add i32 %low, %n
  %negative = icmp slt i32 %x, 0
  br i1 %negative, label %then, label %end
then:
  %index = sext i32 %x to i64
  %far = getelementptr i32, ptr %p, i64 2147483648
  %at = getelementptr i32, ptr %far, i64 %index
  store i32 %low, ptr %at
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @far_index(
; CHECK-NOT: small_memory
; CHECK: ret void
define void @far_index(ptr %p, i32 %n, i64 %u) "lanewise-kernel"="far_index" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %x = add i32 %low, %n
  %negative = icmp slt i32 %x, 0
  br i1 %negative, label %then, label %end
then:
  %index = sext i32 %x to i64
  %at = getelementptr [1024 x i32], ptr %p, i64 %u, i64 %index
  store i32 %low, ptr %at
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
