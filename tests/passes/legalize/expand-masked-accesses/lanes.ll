; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A masked access without an instruction of the processor was a branch for each element.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
; RUN: %cc --level=x86-64-v2 --passes=expand-masked-accesses %s | FileCheck %s --check-prefix=SSE
; SSE-LABEL: define void @slow(
; SSE: store <8 x i32> %v, ptr %p, align 4
; SSE: store i32 %{{.*}}, ptr %{{.*}}, align 4
; SSE-NOT: call void @llvm.masked.store
; SSE-LABEL: define <8 x i32> @others(
declare <16 x i8> @llvm.masked.load.v16i8.p0(ptr, i32, <16 x i1>, <16 x i8>)
declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, i32, <16 x i1>)
declare <32 x i8> @llvm.masked.load.v32i8.p0(ptr, i32, <32 x i1>, <32 x i8>)
declare void @llvm.masked.store.v64i16.p0(<64 x i16>, ptr, i32, <64 x i1>)
declare void @llvm.masked.store.v24i16.p0(<24 x i16>, ptr, i32, <24 x i1>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
declare <24 x i16> @llvm.masked.load.v24i16.p0(ptr, i32, <24 x i1>, <24 x i16>)
declare void @llvm.masked.store.v16i1.p0(<16 x i1>, ptr, i32, <16 x i1>)
declare void @llvm.masked.store.v66i8.p0(<66 x i8>, ptr, i32, <66 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)

; Inactive lanes are read from the page of an active one.
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

; Inactive lanes keep what is passed through.
; CHECK-LABEL: define <16 x i8> @passed_through(
; CHECK: %[[WHOLE:.*]] = load <16 x i8>, ptr %p, align 1
; CHECK: select <16 x i1> %m, <16 x i8> %[[WHOLE]], <16 x i8> %rest
; CHECK: store <16 x i8> %rest, ptr %lanes, align 16
; CHECK-NEXT: zext
define <16 x i8> @passed_through(ptr %p, <16 x i1> %m, <16 x i8> %rest) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr %p, i32 1, <16 x i1> %m, <16 x i8> %rest)
  ret <16 x i8> %v
}

; The mask is asked for once, where it is defined.
; CHECK-LABEL: define void @store(
; CHECK: %m = icmp
; CHECK-NEXT: %[[BITS:.*]] = bitcast <16 x i1> %m to i16
; CHECK-NOT: bitcast
; CHECK: store <16 x i16> %v, ptr %p, align 2
; CHECK: store <16 x i16> %v, ptr %lanes, align 16
; CHECK: store i16 %{{.*}}, ptr %{{.*}}, align 2
; CHECK: store <16 x i16> %v, ptr %q, align 2
; CHECK: ret void
define void @store(ptr %p, ptr %q, <16 x i8> %x, <16 x i16> %v) {
  %m = icmp ugt <16 x i8> %x, zeroinitializer
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %p, i32 2, <16 x i1> %m)
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %q, i32 2, <16 x i1> %m)
  ret void
}

; Four bytes of a lane are a number of 32 bits.
; CHECK-LABEL: define <32 x i8> @four_bytes(
; CHECK: %[[V:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 1, <8 x i1> %m, <8 x i32> poison), !alias.scope
; CHECK: bitcast <8 x i32> %[[V]] to <32 x i8>
define <32 x i8> @four_bytes(ptr %p, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> poison, <32 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %v = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr %p, i32 1, <32 x i1> %all, <32 x i8> poison), !alias.scope !0
  ret <32 x i8> %v
}

; Eight numbers of 16 bits are two of 64, of lanes in another order, in four registers.
; CHECK-LABEL: define void @sixteen_bytes(
; CHECK: store <64 x i16> %v, ptr %p, align 2
; CHECK: %[[FIRST:.*]] = shufflevector <8 x i1> %m, <8 x i1> poison, <4 x i32> <i32 7, i32 7, i32 6, i32 6>
; CHECK: call void @llvm.masked.store.v4i64.p0(<4 x i64> %{{.*}}, ptr %p, i32 2, <4 x i1> %[[FIRST]])
; CHECK: %[[LAST:.*]] = shufflevector <8 x i1> %m, <8 x i1> poison, <4 x i32> <i32 1, i32 1, i32 0, i32 0>
; CHECK: %[[END:.*]] = getelementptr i8, ptr %p, i64 96
; CHECK: call void @llvm.masked.store.v4i64.p0(<4 x i64> %{{.*}}, ptr %[[END]], i32 2, <4 x i1> %[[LAST]])
define void @sixteen_bytes(ptr %p, <64 x i16> %v, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> poison, <64 x i32> <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  call void @llvm.masked.store.v64i16.p0(<64 x i16> %v, ptr %p, i32 2, <64 x i1> %all)
  ret void
}

; The third slot of each lane is never stored.
; CHECK-LABEL: define void @gaps(
; CHECK: bitcast <8 x i1> %m to i8
; CHECK: call void @llvm.masked.store.v24i16.p0(<24 x i16> %v, ptr %p, i32 2, <24 x i1> <i1 true, i1 true, i1 false, i1 true, i1 true, i1 false,
; CHECK: mul i64 %{{.*}}, 6
; CHECK: %[[TWO:.*]] = load <2 x i16>, ptr %{{.*}}, align 2
; CHECK: store <2 x i16> %[[TWO]], ptr %{{.*}}, align 2
define void @gaps(ptr %p, <24 x i16> %v, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> zeroinitializer, <24 x i32> <i32 0, i32 0, i32 8, i32 1, i32 1, i32 8, i32 2, i32 2, i32 8, i32 3, i32 3, i32 8, i32 4, i32 4, i32 8, i32 5, i32 5, i32 8, i32 6, i32 6, i32 8, i32 7, i32 7, i32 8>
  call void @llvm.masked.store.v24i16.p0(<24 x i16> %v, ptr %p, i32 2, <24 x i1> %all)
  ret void
}

; Lanes in descending order; what lies between them is read, too.
; CHECK-LABEL: define <24 x i16> @gaps_downwards(
; CHECK: %[[DOWN:.*]] = shufflevector <8 x i1> %m, <8 x i1> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: bitcast <8 x i1> %[[DOWN]] to i8
; CHECK: select i1 %{{.*}}, i32 4048, i32 -1
; CHECK: load <24 x i16>, ptr %p, align 2
; CHECK: load i16, ptr %{{.*}}, align 2
define <24 x i16> @gaps_downwards(ptr %p, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> zeroinitializer, <24 x i32> <i32 7, i32 8, i32 8, i32 6, i32 8, i32 8, i32 5, i32 8, i32 8, i32 4, i32 8, i32 8, i32 3, i32 8, i32 8, i32 2, i32 8, i32 8, i32 1, i32 8, i32 8, i32 0, i32 8, i32 8>
  %v = call <24 x i16> @llvm.masked.load.v24i16.p0(ptr %p, i32 2, <24 x i1> %all, <24 x i16> poison)
  ret <24 x i16> %v
}

; A store whose instruction is slow.
; CHECK-LABEL: define void @slow(
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %m to i8
; CHECK: icmp eq i8 %[[BITS]], -1
; CHECK: store <8 x i32> %v, ptr %p, align 4
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> %m)
define void @slow(ptr %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> %m)
  ret void
}

; Left as they are: elements that are not whole bytes, more than 64 lanes, constant masks, and elements that have an instruction.
; CHECK-LABEL: define <8 x i32> @others(
; CHECK-NOT: br
; CHECK: ret
define <8 x i32> @others(ptr %p, <16 x i16> %v, <8 x i1> %m, <16 x i1> %bits, <66 x i8> %long, <66 x i1> %many) {
  call void @llvm.masked.store.v16i1.p0(<16 x i1> %bits, ptr %p, i32 1, <16 x i1> %bits)
  call void @llvm.masked.store.v66i8.p0(<66 x i8> %long, ptr %p, i32 1, <66 x i1> %many)
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %v, ptr %p, i32 2, <16 x i1> <i1 1, i1 0, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>)
  %w = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> %m, <8 x i32> poison)
  ret <8 x i32> %w
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
