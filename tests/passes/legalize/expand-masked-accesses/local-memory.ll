; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store of some lanes to local memory, which one thread uses, writes back what the others have.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
; RUN: %cc --level=x86-64-v2 --passes=expand-masked-accesses %s | FileCheck %s
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
declare void @llvm.masked.store.v16i8.p0(<16 x i8>, ptr, i32, <16 x i1>)
declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, i32, <16 x i1>)
declare void @llvm.masked.store.v2048i32.p0(<2048 x i32>, ptr, i32, <2048 x i1>)

; The address means nothing if no lane is active. Nothing says that the other lanes' memory is local.
; CHECK-LABEL: define void @some(
; CHECK: %lanes = alloca [32 x i8], align 16
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %m to i8
; CHECK: %[[FULL:.*]] = icmp eq i8 %[[BITS]], -1
; CHECK: br i1 %[[FULL]]
; CHECK: store <8 x i32> %v, ptr %p, align 4, !alias.scope
; CHECK: %[[ANY:.*]] = icmp ne i8 %[[BITS]], 0
; CHECK: %[[AT:.*]] = select i1 %[[ANY]], ptr %p, ptr %lanes
; CHECK: %[[BEFORE:.*]] = load <8 x i32>, ptr %[[AT]], align 4{{$}}
; CHECK: %[[NEW:.*]] = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %[[BEFORE]]
; CHECK: store <8 x i32> %[[NEW]], ptr %[[AT]], align 4{{$}}
; CHECK-NOT: masked.store
; CHECK: ret void
define void @some(ptr %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> %m), !alias.scope !2
  ret void
}

; Bytes, with an alignment that the variable does not have.
; CHECK-LABEL: define void @bytes(
; CHECK: load <16 x i8>, ptr %{{.*}}, align 16{{$}}
; CHECK: select <16 x i1> %m, <16 x i8> %v, <16 x i8>
; CHECK-NOT: cttz
; CHECK: ret void
define void @bytes(ptr %p, <16 x i8> %v, <16 x i1> %m) {
  call void @llvm.masked.store.v16i8.p0(<16 x i8> %v, ptr %p, i32 32, <16 x i1> %m), !alias.scope !2
  ret void
}

; Lanes that are known.
; CHECK-LABEL: define void @known(
; CHECK: %[[BEFORE:.*]] = load <8 x i32>, ptr %p, align 4{{$}}
; CHECK: %[[NEW:.*]] = select <8 x i1> <i1 true, i1 false, i1 true, {{.*}}>, <8 x i32> %v, <8 x i32> %[[BEFORE]]
; CHECK: store <8 x i32> %[[NEW]], ptr %p, align 4{{$}}
; CHECK: ret void
define void @known(ptr %p, <8 x i32> %v) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>), !alias.scope !2
  ret void
}

; What lies between the lanes is never stored: no test for all lanes.
; CHECK-LABEL: define void @gaps(
; CHECK: bitcast <8 x i1> %m to i8
; CHECK-NOT: br
; CHECK: select <16 x i1> %all, <16 x i32> %v, <16 x i32>
; CHECK-NOT: br
; CHECK: ret void
define void @gaps(ptr %p, <16 x i32> %v, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> zeroinitializer, <16 x i32> <i32 0, i32 8, i32 1, i32 8, i32 2, i32 8, i32 3, i32 8, i32 4, i32 8, i32 5, i32 8, i32 6, i32 8, i32 7, i32 8>
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr %p, i32 4, <16 x i1> %all), !alias.scope !2
  ret void
}

; A store that LLVM has made of one to a buffer and one to local memory.
; CHECK-LABEL: define void @either(
; CHECK: masked.store
; CHECK-NOT: select
; CHECK: ret void
define void @either(ptr %p, <8 x i32> %v) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>), !alias.scope !5
  ret void
}

; Longer than the margins of local memory, and a buffer, which other threads may write.
; CHECK-LABEL: define void @long(
; CHECK: masked.store
; CHECK: masked.store
define void @long(ptr %p, <2048 x i32> %v, <8 x i32> %w) {
  call void @llvm.masked.store.v2048i32.p0(<2048 x i32> %v, ptr %p, i32 4, <2048 x i1> shufflevector (<2048 x i1> insertelement (<2048 x i1> poison, i1 1, i64 0), <2048 x i1> poison, <2048 x i32> zeroinitializer)), !alias.scope !2
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %w, ptr %p, i32 4, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>), !alias.scope !4
  ret void
}

!0 = distinct !{!0, !"address spaces"}
!1 = distinct !{!1, !0, !"local memory"}
!2 = !{!1}
!3 = distinct !{!3, !0, !"buffers"}
!4 = !{!3}
!5 = !{!3, !1}
