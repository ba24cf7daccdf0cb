; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable used in two kernels has a place in both; offsets respect alignments.
; RUN: %cc --passes=lower-local-memory %s | FileCheck %s
@shared = internal addrspace(3) global [10 x i8] undef, align 1
@vectors = internal addrspace(3) global [4 x <4 x float>] undef, align 16
@unused = internal addrspace(3) global i32 undef, align 4

; CHECK-NOT: addrspace(3)

; CHECK-LABEL: define void @both(
; CHECK: %[[BASE:.*]] = call ptr @lanewise.local_memory()
; CHECK-DAG: %[[V:vectors.*]] = getelementptr inbounds i8, ptr %[[BASE]], i64 0
; CHECK-DAG: %[[S:shared.*]] = getelementptr inbounds i8, ptr %[[BASE]], i64 64
; CHECK: getelementptr i8, ptr %[[S]], i64 %i
; CHECK: store <4 x float> zeroinitializer, ptr %[[V]]
define void @both(i64 %i) "lanewise-kernel"="both" "lanewise-arguments"="v0" {
  %p = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 %i
  store i8 1, ptr %p
  store <4 x float> zeroinitializer, ptr addrspacecast (ptr addrspace(3) @vectors to ptr)
  ret void
}

; CHECK-LABEL: define void @one(
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 0
define void @one() "lanewise-kernel"="one" "lanewise-arguments"="" {
  store i8 1, ptr addrspacecast (ptr addrspace(3) @shared to ptr)
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-NOT: call
; CHECK: ret void
define void @none() "lanewise-kernel"="none" "lanewise-arguments"="" {
  ret void
}

; CHECK-DAG: attributes {{.*}} "lanewise-kernel"="both" "lanewise-local-bytes"="74"
; CHECK-DAG: attributes {{.*}} "lanewise-kernel"="one" "lanewise-local-bytes"="10"
; CHECK-DAG: attributes {{.*}} "lanewise-kernel"="none" "lanewise-local-bytes"="0"
