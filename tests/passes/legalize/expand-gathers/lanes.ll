; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A gather or scatter without an instruction of the processor was an access for each lane: seven of
; them made a kernel eight times as long as scalar code.
; RUN: %cc --level=x86-64-v3 --passes=expand-gathers %s | FileCheck %s
; RUN: %cc --level=x86-64-v2 --passes=expand-gathers %s | FileCheck %s
; RUN: %cc --level=x86-64-v4 --passes=expand-gathers %s | FileCheck %s --check-prefix=AVX512
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
declare <8 x i24> @llvm.masked.gather.v8i24.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i24>)
declare <128 x i8> @llvm.masked.gather.v128i8.v128p0(<128 x ptr>, i32, <128 x i1>, <128 x i8>)
declare void @llvm.masked.scatter.v8i16.v8p0(<8 x i16>, <8 x ptr>, i32, <8 x i1>)

; Indices of 32 bits are extended for one lane.
; CHECK-LABEL: define <8 x float> @indices(
; CHECK: %[[INDICES:.*]] = alloca [32 x i8], align 16
; CHECK: %[[VALUES:.*]] = alloca [32 x i8], align 16
; CHECK: store <8 x i32> %i, ptr %[[A:lanes[0-9]*]], align 16
; CHECK-NEXT: %[[BITS:.*]] = bitcast <8 x i1> %m to i8
; CHECK-NEXT: %[[ALL:.*]] = zext i8 %[[BITS]] to i64
; CHECK-NEXT: %[[ANY:.*]] = icmp ne i64 %[[ALL]], 0
; CHECK-NEXT: br i1 %[[ANY]], label %lane, label %[[END:.*]]
; CHECK: {{^}}lane:
; CHECK: %[[LEFT:.*]] = phi i64 [ %[[ALL]], %{{.*}} ], [ %[[REST:.*]], %lane ]
; CHECK: %[[N:.*]] = call i64 @llvm.cttz.i64(i64 %[[LEFT]], i1 true)
; CHECK: %[[STEP:.*]] = mul i64 %[[N]], 4
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[A]], i64 %[[STEP]]
; CHECK: %[[INDEX:.*]] = load i32, ptr %[[PLACE]], align 4
; CHECK: %[[LONG:.*]] = sext i32 %[[INDEX]] to i64
; CHECK: %[[AT:.*]] = getelementptr float, ptr %p, i64 %[[LONG]]
; CHECK: %[[TO:.*]] = getelementptr inbounds i8, ptr %[[V:.*]], i64 %{{.*}}
; CHECK: %[[X:.*]] = load float, ptr %[[AT]], align 4, !alias.scope
; CHECK: store float %[[X]], ptr %[[TO]], align 4{{$}}
; CHECK: %[[REST]] = and i64 %[[LEFT]],
; CHECK-NEXT: %[[MORE:.*]] = icmp ne i64 %[[REST]], 0
; CHECK-NEXT: br i1 %[[MORE]], label %lane, label %[[END]]
; CHECK: load <8 x float>, ptr %[[V]], align 16
; CHECK-NOT: gather
; CHECK-LABEL: define void @addresses(
; AVX512-LABEL: define <8 x float> @indices(
; AVX512: call <8 x float> @llvm.masked.gather
; AVX512-NOT: alloca
; AVX512-LABEL: define void @addresses(
; AVX512: store i16 %{{.*}}, ptr %{{.*}}, align 1
; AVX512-NOT: scatter
; AVX512-LABEL: define <8 x float> @rest(
; AVX512: call <8 x float> @llvm.masked.gather
define <8 x float> @indices(ptr %p, <8 x i32> %i, <8 x i1> %m) {
  %long = sext <8 x i32> %i to <8 x i64>
  %at = getelementptr float, ptr %p, <8 x i64> %long
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> %m, <8 x float> poison), !alias.scope !0
  ret <8 x float> %v
}

; The last one of several lanes that store to one address wins: they store in their order.
; CHECK: store <8 x ptr> %p, ptr %[[A:lanes[0-9]*]], align 16
; CHECK: store <8 x i16> %v, ptr %[[V:lanes[0-9]*]], align 16
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[A]], i64 %{{.*}}
; CHECK: %[[AT:.*]] = load ptr, ptr %[[PLACE]], align 8
; CHECK: %[[FROM:.*]] = getelementptr inbounds i8, ptr %[[V]], i64 %{{.*}}
; CHECK: %[[X:.*]] = load i16, ptr %[[FROM]], align 2
; CHECK: store i16 %[[X]], ptr %[[AT]], align 1
; CHECK-NOT: scatter
; CHECK-LABEL: define <8 x float> @rest(
define void @addresses(<8 x ptr> %p, <8 x i16> %v, <8 x i1> %m) {
  call void @llvm.masked.scatter.v8i16.v8p0(<8 x i16> %v, <8 x ptr> %p, i32 1, <8 x i1> %m)
  ret void
}

; Inactive lanes keep what is passed through.
; CHECK: store <8 x float> %rest, ptr %{{.*}}, align 16
define <8 x float> @rest(<8 x ptr> %p, <8 x i1> %m, <8 x float> %rest) {
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %p, i32 4, <8 x i1> %m, <8 x float> %rest)
  ret <8 x float> %v
}
; The three bytes of a lane lie behind those of the lane before it, not in words of their own.
; CHECK-LABEL: define <8 x i24> @three_bytes(
; CHECK-DAG: alloca [64 x i8], align 16
; CHECK-DAG: alloca [24 x i8], align 16
; CHECK: %[[OFFSET:.*]] = mul i64 %{{.*}}, 3
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[OFFSET]]
; CHECK: %[[X:.*]] = load i24, ptr %{{.*}}, align 1
; CHECK: store i24 %[[X]], ptr %[[PLACE]], align 1
define <8 x i24> @three_bytes(<8 x ptr> %p, <8 x i1> %m) {
  %v = call <8 x i24> @llvm.masked.gather.v8i24.v8p0(<8 x ptr> %p, i32 1, <8 x i1> %m, <8 x i24> poison)
  ret <8 x i24> %v
}

; Bits of a vector have no addresses: they are extended before the loop.
; CHECK-LABEL: define <8 x float> @bits(
; CHECK: store <8 x i64> %{{.*}}, ptr
define <8 x float> @bits(ptr %p, <8 x i1> %i, <8 x i1> %m) {
  %long = zext <8 x i1> %i to <8 x i64>
  %at = getelementptr float, ptr %p, <8 x i64> %long
  %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, <8 x i1> %m, <8 x float> poison)
  ret <8 x float> %v
}

; A number has no bit for each lane: LLVM expands this one.
; CHECK-LABEL: define <128 x i8> @many(
; CHECK-NEXT: call <128 x i8> @llvm.masked.gather
define <128 x i8> @many(<128 x ptr> %p, <128 x i1> %m) {
  %v = call <128 x i8> @llvm.masked.gather.v128i8.v128p0(<128 x ptr> %p, i32 1, <128 x i1> %m, <128 x i8> poison)
  ret <128 x i8> %v
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
