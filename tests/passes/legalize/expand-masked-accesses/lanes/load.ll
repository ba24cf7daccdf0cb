; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Inactive lanes are read from the page of an active one.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare <16 x i8> @llvm.masked.load.v16i8.p0(ptr, i32, <16 x i1>, <16 x i8>)

; CHECK-LABEL: define <16 x i8> @load(
; CHECK: %lanes = alloca [16 x i8], align 16
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %m to i16
; CHECK: %[[ANY:.*]] = icmp ne i16 %[[BITS]], 0
; CHECK: %[[NEAR:.*]] = select i1 %[[ANY]], i32 4080, i32 -1
; CHECK: %[[FULL:.*]] = icmp eq i16 %[[BITS]], -1
; CHECK: %[[LAST:.*]] = select i1 %[[FULL]], i32 4095, i32 %[[NEAR]]
; CHECK: %[[AT:.*]] = ptrtoint ptr %p to i64
; CHECK: %[[LOW:.*]] = trunc i64 %[[AT]] to i32
; CHECK: %[[IN:.*]] = and i32 %[[LOW]], 4095
; CHECK: %[[PLAIN:.*]] = icmp sle i32 %[[IN]], %[[LAST]]
; CHECK: br i1 %[[PLAIN]], label %[[WHOLE:.*]], label %[[SOME:.*]], !prof
; CHECK: [[WHOLE]]:
; CHECK: %[[A:.*]] = load <16 x i8>, ptr %p, align 4
; CHECK: [[SOME]]:
; CHECK-NEXT: %[[ALL:.*]] = zext i16 %[[BITS]] to i64
; CHECK-NEXT: %[[SOME_ACTIVE:.*]] = icmp ne i64 %[[ALL]], 0
; CHECK-NEXT: br i1 %[[SOME_ACTIVE]], label %lane, label %[[END:.*]]
; CHECK: lane:
; CHECK: %[[LEFT:.*]] = phi i64 [ %[[ALL]], %[[SOME]] ], [ %[[NEXT:.*]], %lane ]
; CHECK: %[[N:.*]] = call i64 @llvm.cttz.i64(i64 %[[LEFT]], i1 true)
; CHECK: load i8, ptr %{{.*}}, align 1
; CHECK: store i8
; CHECK: %[[NEXT]] = and i64 %[[LEFT]],
; CHECK-NEXT: %[[MORE:.*]] = icmp ne i64 %[[NEXT]], 0
; CHECK-NEXT: br i1 %[[MORE]], label %lane, label %[[END]]
; CHECK: [[END]]:
; CHECK: %[[B:.*]] = load <16 x i8>, ptr %lanes, align 16
; CHECK: phi <16 x i8> [ %[[A]], %[[WHOLE]] ], [ %[[B]], %[[END]] ]
define <16 x i8> @load(ptr %p, <16 x i1> %m) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr %p, i32 4, <16 x i1> %m, <16 x i8> poison)
  ret <16 x i8> %v
}
