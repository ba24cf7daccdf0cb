; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The largest arrays are moved from the stack until the rest fits into 16 KiB. The private memory of a
; work-item includes all of them, and values live across barriers.
; RUN: %cc --passes=bound-private-memory %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca [5000 x i32]
; CHECK: alloca [3000 x i32]
; CHECK: %[[SPILL:.*]] = call ptr @lanewise.spill_area()
; CHECK: %[[A:.*]] = getelementptr inbounds i8, ptr %[[SPILL]], i64 0
; CHECK: %[[B:.*]] = getelementptr inbounds i8, ptr %[[SPILL]], i64 20032
; CHECK-DAG: store i32 2, ptr %[[A]]
; CHECK-DAG: store i32 3, ptr %[[B]]
; CHECK: "lanewise-private-bytes"="56008" "lanewise-spill-fixed-bytes"="44032"
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-spill-vector-bytes"="8" {
entry:
  %stays = alloca [3000 x i32]
  %a = alloca [5000 x i32]
  %b = alloca [6000 x i32], align 64
  br label %start
start:
  store i32 1, ptr %stays
  store i32 2, ptr %a
  store i32 3, ptr %b
  ret void
}
