; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Blocks are accesses to adjacent elements for each component, at the pointer that all lanes have. The
; barrier of a sub-group keeps the order of accesses; a vector executes them together.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare <2 x i32> @lanewise.sub_group.block_read.v2i32.p0(ptr) convergent nomerge nounwind willreturn memory(read)
declare void @lanewise.sub_group.block_write.v2i32.p0(<2 x i32>, ptr) convergent nomerge nounwind willreturn
declare void @lanewise.sub_group.barrier() convergent nomerge nounwind

; CHECK-LABEL: define void @blocks(
; CHECK: %[[A:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %{{.*}}, i32 4, <4 x i1> %live,
; CHECK: %[[NEXT:.*]] = getelementptr inbounds i8, ptr %p, i64 16
; CHECK: %[[B:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %[[NEXT]], i32 4, <4 x i1> %live,
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[A]], ptr %{{.*}}, i32 4, <4 x i1> %live)
; CHECK: %[[BEHIND:.*]] = getelementptr inbounds i8, ptr %q, i64 16
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[B]], ptr %[[BEHIND]], i32 4, <4 x i1> %live)
define void @blocks(ptr %p, ptr %q) #0 {
  %x = call <2 x i32> @lanewise.sub_group.block_read.v2i32.p0(ptr %p)
  call void @lanewise.sub_group.barrier()
  call void @lanewise.sub_group.block_write.v2i32.p0(<2 x i32> %x, ptr %q)
  ret void
}
attributes #0 = { "lanewise-kernel"="k" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
