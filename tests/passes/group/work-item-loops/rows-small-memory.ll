; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Full vectors do not reach the gathers and the scatter of indices that wrap, because they rely on small memory:
; neither these loads nor the registers of these addresses count when rows are chosen.
; RUN: %cc --from=lanes --to=group --level=x86-64-v4 --remarks %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i1 @lanewise.assumes_small_memory() memory(none)
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)

; CHECK: remark: 4 rows of work-items run together: they share loads
define void @relax(ptr %paths, i32 %n, i32 %through) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v12" "lanewise-lanes"="8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %to = trunc i64 %x to i32
  %from = trunc i64 %y to i32
  %row = mul i32 %from, %n
  %i = add i32 %row, %through
  %wide.i = sext i32 %i to i64
  %first = getelementptr i32, ptr %paths, i64 %wide.i
  %a = load i32, ptr %first
  %one = insertelement <8 x i32> poison, i32 %a, i64 0
  %as = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %other = mul i32 %through, %n
  %j = add i32 %other, %to
  %wide.j = sext i32 %j to i64
  %second = getelementptr i32, ptr %paths, i64 %wide.j
  %j.one = insertelement <8 x i32> poison, i32 %j, i64 0
  %j.all = shufflevector <8 x i32> %j.one, <8 x i32> poison, <8 x i32> zeroinitializer
  %js = add <8 x i32> %j.all, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %wide.js = sext <8 x i32> %js to <8 x i64>
  %seconds = getelementptr i32, ptr %paths, <8 x i64> %wide.js
  %k = add i32 %row, %to
  %wide.k = sext i32 %k to i64
  %third = getelementptr i32, ptr %paths, i64 %wide.k
  %k.one = insertelement <8 x i32> poison, i32 %k, i64 0
  %k.all = shufflevector <8 x i32> %k.one, <8 x i32> poison, <8 x i32> zeroinitializer
  %ks = add <8 x i32> %k.all, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %wide.ks = sext <8 x i32> %ks to <8 x i64>
  %thirds = getelementptr i32, ptr %paths, <8 x i64> %wide.ks
  %small = call i1 @lanewise.assumes_small_memory()
  %j.below = icmp slt i32 %j, 2147483640
  %j.strided = or i1 %small, %j.below
  %k.below = icmp slt i32 %k, 2147483640
  %k.strided = or i1 %small, %k.below
  %strided = and i1 %j.strided, %k.strided
  br i1 %strided, label %near, label %far

near:
  %b = load <8 x i32>, ptr %second, align 4
  %c = load <8 x i32>, ptr %third, align 4
  br label %both

far:
  %b.far = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %seconds, i32 4, <8 x i1> splat (i1 true), <8 x i32> poison)
  %c.far = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %thirds, i32 4, <8 x i1> splat (i1 true), <8 x i32> poison)
  br label %both

both:
  %bs = phi <8 x i32> [ %b, %near ], [ %b.far, %far ]
  %cs = phi <8 x i32> [ %c, %near ], [ %c.far, %far ]
  %sum = add <8 x i32> %bs, %as
  %less = call <8 x i32> @llvm.smin.v8i32(<8 x i32> %sum, <8 x i32> %cs)
  br i1 %k.strided, label %store, label %scatter

store:
  store <8 x i32> %less, ptr %third, align 4
  br label %end

scatter:
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %less, <8 x ptr> %thirds, i32 4, <8 x i1> splat (i1 true))
  br label %end

end:
  ret void
}
declare <8 x i32> @llvm.smin.v8i32(<8 x i32>, <8 x i32>)
