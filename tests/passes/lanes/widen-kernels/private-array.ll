; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The elements of a private array lie side by side for all lanes: element 0, then element 1. A uniform
; index gives one access without a gather. Stores of some lanes are masked. Those of all need not be, nor loads:
; the elements of lanes that are not live are nobody's.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %array = alloca [128 x i8], align 16
; CHECK: %[[OFFSET:.*]] = mul i64 %i, 16
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %{{.*}}, i64 %[[OFFSET]]
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-NOT: {{gather|scatter}}
define void @k(ptr %p, i64 %i, i64 %j) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %array = alloca [8 x i32]
  %id = call i64 @lanewise.global_id(i32 0)
  %value = trunc i64 %id to i32
  %at = getelementptr [8 x i32], ptr %array, i64 0, i64 %i
  store i32 %value, ptr %at
  %from = getelementptr [8 x i32], ptr %array, i64 0, i64 %j
  %x = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %x, ptr %to
  ret void
}

; CHECK-LABEL: define void @some(
; CHECK: store <4 x i32> zeroinitializer, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr %{{.*}}, i32 4, <4 x i1> %{{.*}})
; CHECK-NOT: {{gather|scatter}}
define void @some(ptr %p, i64 %i) "lanewise-kernel"="some" "lanewise-arguments"="v0,v8" {
  %array = alloca [8 x i32]
  %id = call i64 @lanewise.global_id(i32 0)
  %value = trunc i64 %id to i32
  %at = getelementptr [8 x i32], ptr %array, i64 0, i64 %i
  store i32 0, ptr %at
  %data = getelementptr i32, ptr %p, i64 %id
  %number = load i32, ptr %data
  %few = icmp slt i32 %number, 7
  br i1 %few, label %then, label %end
then:
  store i32 %value, ptr %at
  br label %end
end:
  %x = load i32, ptr %at
  store i32 %x, ptr %data
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
