; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A block of an image is one call for all lanes: rows of lanes in memory, and a bit for each active lane.
; A coordinate that differs is that of the first active lane.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) nounwind speculatable willreturn memory(none)
declare <2 x i32> @lanewise.sub_group.image_block_read.v2i32.p0(ptr, i32, i32) convergent nomerge nounwind willreturn memory(argmem: read, inaccessiblemem: read)
declare void @lanewise.sub_group.image_block_write.v2i32.p0(<2 x i32>, ptr, i32, i32) convergent nomerge nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)

; CHECK-LABEL: define void @blocks(
; CHECK-DAG: %[[TO:.*]] = alloca [2 x <4 x i32>]
; CHECK-DAG: %[[FROM:.*]] = alloca [2 x <4 x i32>]
; CHECK: call void @lw_ImageBlockRead_p_i32_i32_i32_i32_i64_p(ptr %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 16, i32 2, i64 %{{.*}}, ptr %[[READ:.*]])
; CHECK: %[[A:.*]] = load <4 x i32>, ptr %
; CHECK: %[[SECOND:.*]] = getelementptr inbounds <4 x i32>, ptr %[[READ]], i64 1
; CHECK: %[[B:.*]] = load <4 x i32>, ptr %[[SECOND]]
; CHECK: store <4 x i32> %[[A]], ptr %
; CHECK: store <4 x i32> %[[B]], ptr %
; CHECK: call void @lw_ImageBlockWrite_p_i32_i32_i32_i32_i32_i64_p(ptr %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 4, i32 4, i32 2, i64 %{{.*}}, ptr %
define void @blocks(ptr %image, ptr %other, i32 %y) #0 {
  %id = call i64 @lanewise.local_id(i32 0)
  %x = trunc i64 %id to i32
  %v = call <2 x i32> @lanewise.sub_group.image_block_read.v2i32.p0(ptr %image, i32 %x, i32 %y)
  call void @lanewise.sub_group.image_block_write.v2i32.p0(<2 x i32> %v, ptr %other, i32 0, i32 %y)
  ret void
}
attributes #0 = { "lanewise-kernel"="k" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
