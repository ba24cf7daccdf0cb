; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Operations on components leave OpenCL vectors in the order of memory, with masks and scalars repeated
; for all components of a lane. A loop carries them so, too.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @scaled(
; CHECK: %[[FACTORS:.*]] = call <4 x float> @llvm.masked.load.v4f32
; CHECK: %[[ALL:.*]] = call <8 x float> @llvm.masked.load.v8f32
; CHECK: %[[V0:.*]] = shufflevector <8 x float> %[[ALL]], {{.*}} <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[V1:.*]] = shufflevector <8 x float> %[[ALL]], {{.*}} <i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[F0:.*]] = shufflevector <4 x float> %[[FACTORS]], {{.*}} <i32 0, i32 0, i32 1, i32 1>
; CHECK: %[[F1:.*]] = shufflevector <4 x float> %[[FACTORS]], {{.*}} <i32 2, i32 2, i32 3, i32 3>
; CHECK: fmul <4 x float> %[[V0]], %[[F0]]
; CHECK: fmul <4 x float> %[[V1]],
; CHECK-NOT: <i32 0, i32 2, i32 4, i32 6>
; CHECK: call void @llvm.masked.store.v8f32
define void @scaled(ptr %v, ptr %f) "lanewise-kernel"="scaled" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %f, i64 %id
  %factor = load float, ptr %at
  %one = insertelement <2 x float> poison, float %factor, i64 0
  %factors = shufflevector <2 x float> %one, <2 x float> poison, <2 x i32> zeroinitializer
  %from = getelementptr <2 x float>, ptr %v, i64 %id
  %x = load <2 x float>, ptr %from
  %y = fmul <2 x float> %x, %factors
  store <2 x float> %y, ptr %from
  ret void
}

; CHECK-LABEL: define void @divided(
; CHECK: %[[MASK:.*]] = shufflevector <4 x i1> %live, <4 x i1> poison, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK: %[[SAFE:.*]] = select <4 x i1> %[[MASK]], <4 x i32> %{{.*}}, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
; CHECK: udiv <4 x i32> <i32 7, i32 9, i32 7, i32 9>, %[[SAFE]]
define void @divided(ptr %v) "lanewise-kernel"="divided" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <2 x i32>, ptr %v, i64 %id
  %x = load <2 x i32>, ptr %from
  %y = udiv <2 x i32> <i32 7, i32 9>, %x
  store <2 x i32> %y, ptr %from
  ret void
}

; Where a loop takes components apart, they are taken apart once, in front of it.
; CHECK-LABEL: define void @distances(
; CHECK: call <8 x float> @llvm.masked.load.v8f32
; CHECK: shufflevector {{.*}} <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector {{.*}} <i32 1, i32 3, i32 5, i32 7>
; CHECK: phi <4 x float>
; CHECK-NOT: <i32 0, i32 2, i32 4, i32 6>
; CHECK: fsub <4 x float>
; CHECK: fsub <4 x float>
; CHECK-NOT: <i32 0, i32 2, i32 4, i32 6>
; CHECK: call void @llvm.masked.store.v4f32
define void @distances(ptr %v, ptr %out, i64 %n) "lanewise-kernel"="distances" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <2 x float>, ptr %v, i64 %id
  %own = load <2 x float>, ptr %from
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %i1, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %at = getelementptr <2 x float>, ptr %v, i64 %i
  %other = load <2 x float>, ptr %at
  %d = fsub <2 x float> %other, %own
  %x = extractelement <2 x float> %d, i64 0
  %y = extractelement <2 x float> %d, i64 1
  %xy = fmul float %x, %y
  %more = fadd float %sum, %xy
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, %n
  br i1 %done, label %end, label %loop

end:
  %to = getelementptr float, ptr %out, i64 %id
  store float %more, ptr %to
  ret void
}

; CHECK-LABEL: define void @summed(
; CHECK: phi <4 x float> [ %[[SUM:.*]], %{{.*}} ], [ zeroinitializer, %{{.*}} ]
; CHECK-NOT: <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[SUM]] = fadd <4 x float>
; CHECK-NOT: <i32 0, i32 2, i32 4, i32 6>
; CHECK: call void @llvm.masked.store.v8f32
define void @summed(ptr %v, i64 %n) "lanewise-kernel"="summed" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <2 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row = getelementptr [1024 x <2 x float>], ptr %v, i64 %i
  %from = getelementptr <2 x float>, ptr %row, i64 %id
  %x = load <2 x float>, ptr %from
  %more = fadd <2 x float> %sum, %x
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  %to = getelementptr <2 x float>, ptr %v, i64 %id
  store <2 x float> %more, ptr %to
  ret void
}

; Components of all lanes move at once, in front of operations and behind them, from one vector or two.
; CHECK-LABEL: define void @swizzled(
; CHECK: call <16 x i8> @llvm.masked.load.v16i8
; CHECK: shufflevector <16 x i8> %{{.*}}, <16 x i8> poison, <16 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7, i32 6, i32 5, i32 4, i32 11, i32 10, i32 9, i32 8, i32 15, i32 14, i32 13, i32 12>
; CHECK-COUNT-4: add <4 x i8>
; CHECK: shufflevector <16 x i8> %{{.*}}, <16 x i8> %{{.*}}, <8 x i32> <i32 0, i32 16, i32 4, i32 20, i32 8, i32 24, i32 12, i32 28>
; CHECK-NOT: <i32 0, i32 4, i32 8, i32 12>
; CHECK: call void @llvm.masked.store.v8i8
; CHECK: ret void
define void @swizzled(ptr %v, ptr %out) "lanewise-kernel"="swizzled" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <4 x i8>, ptr %v, i64 %id
  %x = load <4 x i8>, ptr %from
  %reversed = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %y = add <4 x i8> %reversed, <i8 1, i8 2, i8 3, i8 4>
  %firsts = shufflevector <4 x i8> %y, <4 x i8> %x, <2 x i32> <i32 0, i32 4>
  %to = getelementptr <2 x i8>, ptr %out, i64 %id
  store <2 x i8> %firsts, ptr %to
  ret void
}

; Many moves, which take no code by component.
; CHECK-LABEL: define void @moved(
; CHECK: shufflevector {{.*}} <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector {{.*}} <i32 1, i32 3, i32 5, i32 7>
; CHECK-NOT: <i32 1, i32 0, i32 3, i32 2
; CHECK: ret void
define void @moved(ptr %v) "lanewise-kernel"="moved" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr <2 x float>, ptr %v, i64 %id
  %a = load <2 x float>, ptr %from
  %b = shufflevector <2 x float> %a, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %c = fadd <2 x float> %a, %b
  %d = shufflevector <2 x float> %c, <2 x float> %a, <2 x i32> <i32 1, i32 2>
  %e = fsub <2 x float> %c, %d
  %f = shufflevector <2 x float> %e, <2 x float> %a, <2 x i32> <i32 3, i32 0>
  %g = fsub <2 x float> %e, %f
  %h = shufflevector <2 x float> %g, <2 x float> %b, <2 x i32> <i32 3, i32 0>
  %k = fmul <2 x float> %h, %a
  %l = shufflevector <2 x float> %k, <2 x float> %b, <2 x i32> <i32 1, i32 3>
  store <2 x float> %l, ptr %from
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
