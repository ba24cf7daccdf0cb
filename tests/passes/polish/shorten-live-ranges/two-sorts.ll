; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two sorts of eight vectors, step by step for both, need twice as many registers as there are. One is finished before
; the other one begins, unless the stores of the first may change what the second loads.
; RUN: %cc --level=x86-64-v3 --passes=shorten-live-ranges %s | FileCheck %s
declare <16 x i32> @llvm.umin.v16i32(<16 x i32>, <16 x i32>)
declare <16 x i32> @llvm.umax.v16i32(<16 x i32>, <16 x i32>)

; CHECK-LABEL: define void @apart(
; CHECK-COUNT-8: load <16 x i32>
; CHECK-NOT: load
; CHECK-COUNT-8: store <16 x i32>
; CHECK-NOT: store
; CHECK-COUNT-8: load <16 x i32>
; CHECK-COUNT-8: store <16 x i32>
; CHECK: ret void
define void @apart(ptr noalias %p, ptr noalias %q) "lanewise-lanes"="16" {
  %from0 = getelementptr i8, ptr %p, i64 0
  %v0 = load <16 x i32>, ptr %from0, align 4
  %from1 = getelementptr i8, ptr %p, i64 64
  %v1 = load <16 x i32>, ptr %from1, align 4
  %from2 = getelementptr i8, ptr %p, i64 128
  %v2 = load <16 x i32>, ptr %from2, align 4
  %from3 = getelementptr i8, ptr %p, i64 192
  %v3 = load <16 x i32>, ptr %from3, align 4
  %from4 = getelementptr i8, ptr %p, i64 256
  %v4 = load <16 x i32>, ptr %from4, align 4
  %from5 = getelementptr i8, ptr %p, i64 320
  %v5 = load <16 x i32>, ptr %from5, align 4
  %from6 = getelementptr i8, ptr %p, i64 384
  %v6 = load <16 x i32>, ptr %from6, align 4
  %from7 = getelementptr i8, ptr %p, i64 448
  %v7 = load <16 x i32>, ptr %from7, align 4
  %from8 = getelementptr i8, ptr %p, i64 512
  %v8 = load <16 x i32>, ptr %from8, align 4
  %from9 = getelementptr i8, ptr %p, i64 576
  %v9 = load <16 x i32>, ptr %from9, align 4
  %from10 = getelementptr i8, ptr %p, i64 640
  %v10 = load <16 x i32>, ptr %from10, align 4
  %from11 = getelementptr i8, ptr %p, i64 704
  %v11 = load <16 x i32>, ptr %from11, align 4
  %from12 = getelementptr i8, ptr %p, i64 768
  %v12 = load <16 x i32>, ptr %from12, align 4
  %from13 = getelementptr i8, ptr %p, i64 832
  %v13 = load <16 x i32>, ptr %from13, align 4
  %from14 = getelementptr i8, ptr %p, i64 896
  %v14 = load <16 x i32>, ptr %from14, align 4
  %from15 = getelementptr i8, ptr %p, i64 960
  %v15 = load <16 x i32>, ptr %from15, align 4
  %low0 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v0, <16 x i32> %v4)
  %high0 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v0, <16 x i32> %v4)
  %low1 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v1, <16 x i32> %v5)
  %high1 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v1, <16 x i32> %v5)
  %low2 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v2, <16 x i32> %v6)
  %high2 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v2, <16 x i32> %v6)
  %low3 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v3, <16 x i32> %v7)
  %high3 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v3, <16 x i32> %v7)
  %low4 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v8, <16 x i32> %v12)
  %high4 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v8, <16 x i32> %v12)
  %low5 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v9, <16 x i32> %v13)
  %high5 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v9, <16 x i32> %v13)
  %low6 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v10, <16 x i32> %v14)
  %high6 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v10, <16 x i32> %v14)
  %low7 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v11, <16 x i32> %v15)
  %high7 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v11, <16 x i32> %v15)
  %low8 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low0, <16 x i32> %low2)
  %high8 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low0, <16 x i32> %low2)
  %low9 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low1, <16 x i32> %low3)
  %high9 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low1, <16 x i32> %low3)
  %low10 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high0, <16 x i32> %high2)
  %high10 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high0, <16 x i32> %high2)
  %low11 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high1, <16 x i32> %high3)
  %high11 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high1, <16 x i32> %high3)
  %low12 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low4, <16 x i32> %low6)
  %high12 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low4, <16 x i32> %low6)
  %low13 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low5, <16 x i32> %low7)
  %high13 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low5, <16 x i32> %low7)
  %low14 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high4, <16 x i32> %high6)
  %high14 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high4, <16 x i32> %high6)
  %low15 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high5, <16 x i32> %high7)
  %high15 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high5, <16 x i32> %high7)
  %low16 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low8, <16 x i32> %low9)
  %high16 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low8, <16 x i32> %low9)
  %low17 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high8, <16 x i32> %high9)
  %high17 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high8, <16 x i32> %high9)
  %low18 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low10, <16 x i32> %low11)
  %high18 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low10, <16 x i32> %low11)
  %low19 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high10, <16 x i32> %high11)
  %high19 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high10, <16 x i32> %high11)
  %low20 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low12, <16 x i32> %low13)
  %high20 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low12, <16 x i32> %low13)
  %low21 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high12, <16 x i32> %high13)
  %high21 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high12, <16 x i32> %high13)
  %low22 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low14, <16 x i32> %low15)
  %high22 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low14, <16 x i32> %low15)
  %low23 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high14, <16 x i32> %high15)
  %high23 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high14, <16 x i32> %high15)
  %to0 = getelementptr i8, ptr %q, i64 0
  store <16 x i32> %low16, ptr %to0, align 4
  %to1 = getelementptr i8, ptr %q, i64 64
  store <16 x i32> %high16, ptr %to1, align 4
  %to2 = getelementptr i8, ptr %q, i64 128
  store <16 x i32> %low17, ptr %to2, align 4
  %to3 = getelementptr i8, ptr %q, i64 192
  store <16 x i32> %high17, ptr %to3, align 4
  %to4 = getelementptr i8, ptr %q, i64 256
  store <16 x i32> %low18, ptr %to4, align 4
  %to5 = getelementptr i8, ptr %q, i64 320
  store <16 x i32> %high18, ptr %to5, align 4
  %to6 = getelementptr i8, ptr %q, i64 384
  store <16 x i32> %low19, ptr %to6, align 4
  %to7 = getelementptr i8, ptr %q, i64 448
  store <16 x i32> %high19, ptr %to7, align 4
  %to8 = getelementptr i8, ptr %q, i64 512
  store <16 x i32> %low20, ptr %to8, align 4
  %to9 = getelementptr i8, ptr %q, i64 576
  store <16 x i32> %high20, ptr %to9, align 4
  %to10 = getelementptr i8, ptr %q, i64 640
  store <16 x i32> %low21, ptr %to10, align 4
  %to11 = getelementptr i8, ptr %q, i64 704
  store <16 x i32> %high21, ptr %to11, align 4
  %to12 = getelementptr i8, ptr %q, i64 768
  store <16 x i32> %low22, ptr %to12, align 4
  %to13 = getelementptr i8, ptr %q, i64 832
  store <16 x i32> %high22, ptr %to13, align 4
  %to14 = getelementptr i8, ptr %q, i64 896
  store <16 x i32> %low23, ptr %to14, align 4
  %to15 = getelementptr i8, ptr %q, i64 960
  store <16 x i32> %high23, ptr %to15, align 4
  ret void
}

; Both halves of an exchange are computed together.
; CHECK-LABEL: define void @aliased(
; CHECK: %low0 = call
; CHECK-NEXT: %high0 = call
; CHECK: load <16 x i32>, ptr %from15
; CHECK: store <16 x i32>
; CHECK-NOT: load
; CHECK: ret void
define void @aliased(ptr %p, ptr %q) "lanewise-lanes"="16" {
  %from0 = getelementptr i8, ptr %p, i64 0
  %v0 = load <16 x i32>, ptr %from0, align 4
  %from1 = getelementptr i8, ptr %p, i64 64
  %v1 = load <16 x i32>, ptr %from1, align 4
  %from2 = getelementptr i8, ptr %p, i64 128
  %v2 = load <16 x i32>, ptr %from2, align 4
  %from3 = getelementptr i8, ptr %p, i64 192
  %v3 = load <16 x i32>, ptr %from3, align 4
  %from4 = getelementptr i8, ptr %p, i64 256
  %v4 = load <16 x i32>, ptr %from4, align 4
  %from5 = getelementptr i8, ptr %p, i64 320
  %v5 = load <16 x i32>, ptr %from5, align 4
  %from6 = getelementptr i8, ptr %p, i64 384
  %v6 = load <16 x i32>, ptr %from6, align 4
  %from7 = getelementptr i8, ptr %p, i64 448
  %v7 = load <16 x i32>, ptr %from7, align 4
  %from8 = getelementptr i8, ptr %p, i64 512
  %v8 = load <16 x i32>, ptr %from8, align 4
  %from9 = getelementptr i8, ptr %p, i64 576
  %v9 = load <16 x i32>, ptr %from9, align 4
  %from10 = getelementptr i8, ptr %p, i64 640
  %v10 = load <16 x i32>, ptr %from10, align 4
  %from11 = getelementptr i8, ptr %p, i64 704
  %v11 = load <16 x i32>, ptr %from11, align 4
  %from12 = getelementptr i8, ptr %p, i64 768
  %v12 = load <16 x i32>, ptr %from12, align 4
  %from13 = getelementptr i8, ptr %p, i64 832
  %v13 = load <16 x i32>, ptr %from13, align 4
  %from14 = getelementptr i8, ptr %p, i64 896
  %v14 = load <16 x i32>, ptr %from14, align 4
  %from15 = getelementptr i8, ptr %p, i64 960
  %v15 = load <16 x i32>, ptr %from15, align 4
  %low0 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v0, <16 x i32> %v4)
  %high0 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v0, <16 x i32> %v4)
  %low1 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v1, <16 x i32> %v5)
  %high1 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v1, <16 x i32> %v5)
  %low2 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v2, <16 x i32> %v6)
  %high2 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v2, <16 x i32> %v6)
  %low3 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v3, <16 x i32> %v7)
  %high3 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v3, <16 x i32> %v7)
  %low4 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v8, <16 x i32> %v12)
  %high4 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v8, <16 x i32> %v12)
  %low5 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v9, <16 x i32> %v13)
  %high5 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v9, <16 x i32> %v13)
  %low6 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v10, <16 x i32> %v14)
  %high6 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v10, <16 x i32> %v14)
  %low7 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %v11, <16 x i32> %v15)
  %high7 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %v11, <16 x i32> %v15)
  %low8 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low0, <16 x i32> %low2)
  %high8 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low0, <16 x i32> %low2)
  %low9 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low1, <16 x i32> %low3)
  %high9 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low1, <16 x i32> %low3)
  %low10 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high0, <16 x i32> %high2)
  %high10 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high0, <16 x i32> %high2)
  %low11 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high1, <16 x i32> %high3)
  %high11 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high1, <16 x i32> %high3)
  %low12 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low4, <16 x i32> %low6)
  %high12 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low4, <16 x i32> %low6)
  %low13 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low5, <16 x i32> %low7)
  %high13 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low5, <16 x i32> %low7)
  %low14 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high4, <16 x i32> %high6)
  %high14 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high4, <16 x i32> %high6)
  %low15 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high5, <16 x i32> %high7)
  %high15 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high5, <16 x i32> %high7)
  %low16 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low8, <16 x i32> %low9)
  %high16 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low8, <16 x i32> %low9)
  %low17 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high8, <16 x i32> %high9)
  %high17 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high8, <16 x i32> %high9)
  %low18 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low10, <16 x i32> %low11)
  %high18 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low10, <16 x i32> %low11)
  %low19 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high10, <16 x i32> %high11)
  %high19 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high10, <16 x i32> %high11)
  %low20 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low12, <16 x i32> %low13)
  %high20 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low12, <16 x i32> %low13)
  %low21 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high12, <16 x i32> %high13)
  %high21 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high12, <16 x i32> %high13)
  %low22 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %low14, <16 x i32> %low15)
  %high22 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %low14, <16 x i32> %low15)
  %low23 = call <16 x i32> @llvm.umin.v16i32(<16 x i32> %high14, <16 x i32> %high15)
  %high23 = call <16 x i32> @llvm.umax.v16i32(<16 x i32> %high14, <16 x i32> %high15)
  %to0 = getelementptr i8, ptr %q, i64 0
  store <16 x i32> %low16, ptr %to0, align 4
  %to1 = getelementptr i8, ptr %q, i64 64
  store <16 x i32> %high16, ptr %to1, align 4
  %to2 = getelementptr i8, ptr %q, i64 128
  store <16 x i32> %low17, ptr %to2, align 4
  %to3 = getelementptr i8, ptr %q, i64 192
  store <16 x i32> %high17, ptr %to3, align 4
  %to4 = getelementptr i8, ptr %q, i64 256
  store <16 x i32> %low18, ptr %to4, align 4
  %to5 = getelementptr i8, ptr %q, i64 320
  store <16 x i32> %high18, ptr %to5, align 4
  %to6 = getelementptr i8, ptr %q, i64 384
  store <16 x i32> %low19, ptr %to6, align 4
  %to7 = getelementptr i8, ptr %q, i64 448
  store <16 x i32> %high19, ptr %to7, align 4
  %to8 = getelementptr i8, ptr %q, i64 512
  store <16 x i32> %low20, ptr %to8, align 4
  %to9 = getelementptr i8, ptr %q, i64 576
  store <16 x i32> %high20, ptr %to9, align 4
  %to10 = getelementptr i8, ptr %q, i64 640
  store <16 x i32> %low21, ptr %to10, align 4
  %to11 = getelementptr i8, ptr %q, i64 704
  store <16 x i32> %high21, ptr %to11, align 4
  %to12 = getelementptr i8, ptr %q, i64 768
  store <16 x i32> %low22, ptr %to12, align 4
  %to13 = getelementptr i8, ptr %q, i64 832
  store <16 x i32> %high22, ptr %to13, align 4
  %to14 = getelementptr i8, ptr %q, i64 896
  store <16 x i32> %low23, ptr %to14, align 4
  %to15 = getelementptr i8, ptr %q, i64 960
  store <16 x i32> %high23, ptr %to15, align 4
  ret void
}
