; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The values of many accesses with one test are joined in the order of the accesses, the last one first. The order
; depended on the addresses of blocks.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: strided.fast:
; CHECK: %[[V0:.*]] = fneg <4 x float>
; CHECK: %[[V1:.*]] = fneg <4 x float>
; CHECK: %[[V2:.*]] = fneg <4 x float>
; CHECK: %[[V3:.*]] = fneg <4 x float>
; CHECK: %[[V4:.*]] = fneg <4 x float>
; CHECK: %[[V5:.*]] = fneg <4 x float>
; CHECK: %[[V6:.*]] = fneg <4 x float>
; CHECK: %[[V7:.*]] = fneg <4 x float>
; CHECK: %[[V8:.*]] = fneg <4 x float>
; CHECK: %[[V9:.*]] = fneg <4 x float>
; CHECK: %[[V10:.*]] = fneg <4 x float>
; CHECK: %{{.*}} = phi <4 x float> {{.*}} %[[V10]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V9]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V8]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V7]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V6]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V5]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V4]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V3]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V2]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V1]], %{{strided.*.fast}} ]
; CHECK-NEXT: %{{.*}} = phi <4 x float> {{.*}} %[[V0]], %{{strided.*.fast}} ]
define void @k(ptr %a, ptr %b) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %i0 = add i32 %low, 7
  %w0 = zext i32 %i0 to i64
  %p0 = getelementptr float, ptr %a, i64 %w0
  %x0 = load float, ptr %p0
  %v0 = fneg float %x0
  %i1 = add i32 %low, 1007
  %w1 = zext i32 %i1 to i64
  %p1 = getelementptr float, ptr %a, i64 %w1
  %x1 = load float, ptr %p1
  %v1 = fneg float %x1
  %i2 = add i32 %low, 2007
  %w2 = zext i32 %i2 to i64
  %p2 = getelementptr float, ptr %a, i64 %w2
  %x2 = load float, ptr %p2
  %v2 = fneg float %x2
  %i3 = add i32 %low, 3007
  %w3 = zext i32 %i3 to i64
  %p3 = getelementptr float, ptr %a, i64 %w3
  %x3 = load float, ptr %p3
  %v3 = fneg float %x3
  %i4 = add i32 %low, 4007
  %w4 = zext i32 %i4 to i64
  %p4 = getelementptr float, ptr %a, i64 %w4
  %x4 = load float, ptr %p4
  %v4 = fneg float %x4
  %i5 = add i32 %low, 5007
  %w5 = zext i32 %i5 to i64
  %p5 = getelementptr float, ptr %a, i64 %w5
  %x5 = load float, ptr %p5
  %v5 = fneg float %x5
  %i6 = add i32 %low, 6007
  %w6 = zext i32 %i6 to i64
  %p6 = getelementptr float, ptr %a, i64 %w6
  %x6 = load float, ptr %p6
  %v6 = fneg float %x6
  %i7 = add i32 %low, 7007
  %w7 = zext i32 %i7 to i64
  %p7 = getelementptr float, ptr %a, i64 %w7
  %x7 = load float, ptr %p7
  %v7 = fneg float %x7
  %i8 = add i32 %low, 8007
  %w8 = zext i32 %i8 to i64
  %p8 = getelementptr float, ptr %a, i64 %w8
  %x8 = load float, ptr %p8
  %v8 = fneg float %x8
  %i9 = add i32 %low, 9007
  %w9 = zext i32 %i9 to i64
  %p9 = getelementptr float, ptr %a, i64 %w9
  %x9 = load float, ptr %p9
  %v9 = fneg float %x9
  %i10 = add i32 %low, 10007
  %w10 = zext i32 %i10 to i64
  %p10 = getelementptr float, ptr %a, i64 %w10
  %x10 = load float, ptr %p10
  %v10 = fneg float %x10
  %i11 = add i32 %low, 11007
  %w11 = zext i32 %i11 to i64
  %p11 = getelementptr float, ptr %a, i64 %w11
  %x11 = load float, ptr %p11
  %v11 = fneg float %x11
  %q = getelementptr float, ptr %b, i64 %id
  %q0 = getelementptr float, ptr %q, i64 0
  store float %v0, ptr %q0
  %q1 = getelementptr float, ptr %q, i64 64
  store float %v1, ptr %q1
  %q2 = getelementptr float, ptr %q, i64 128
  store float %v2, ptr %q2
  %q3 = getelementptr float, ptr %q, i64 192
  store float %v3, ptr %q3
  %q4 = getelementptr float, ptr %q, i64 256
  store float %v4, ptr %q4
  %q5 = getelementptr float, ptr %q, i64 320
  store float %v5, ptr %q5
  %q6 = getelementptr float, ptr %q, i64 384
  store float %v6, ptr %q6
  %q7 = getelementptr float, ptr %q, i64 448
  store float %v7, ptr %q7
  %q8 = getelementptr float, ptr %q, i64 512
  store float %v8, ptr %q8
  %q9 = getelementptr float, ptr %q, i64 576
  store float %v9, ptr %q9
  %q10 = getelementptr float, ptr %q, i64 640
  store float %v10, ptr %q10
  %q11 = getelementptr float, ptr %q, i64 704
  store float %v11, ptr %q11
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
