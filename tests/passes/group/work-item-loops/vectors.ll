; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A row is a loop over the vectors that are full and one over the rest, each with its copy of the code.
; In a row whose global ids cross a multiple of 2^31 each vector has one work-item.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | %result %s
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.local_linear_id()
declare i64 @lanewise.live_lanes()
declare void @use(i64, i64, i64)

define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %g = call i64 @lanewise.global_id(i32 0)
  %l = call i64 @lanewise.local_linear_id()
  %n = call i64 @lanewise.live_lanes()
  call void @use(i64 %g, i64 %l, i64 %n)
  ret void
}
;= define void @k() "lanewise-arguments" "lanewise-kernel"="k" "lanewise-lanes"="4" "lanewise-observes-groups"="1" "lanewise-rows"="1" "lanewise-spill-vector-bytes"="0" "lanewise-uses-barrier"="0" {
;=   br label %.split
;= .split:
;=   %1 = call i64 @lanewise.group_base(i32 0)
;=   %2 = call i64 @lanewise.local_size(i32 0)
;=   %3 = call i64 @lanewise.group_base(i32 1)
;=   %4 = call i64 @lanewise.local_size(i32 1)
;=   %5 = call i64 @lanewise.group_base(i32 2)
;=   %6 = call i64 @lanewise.local_size(i32 2)
;=   %7 = sub i64 %2, 1
;=   %8 = add i64 %1, %7
;=   %9 = lshr i64 %1, 31
;=   %10 = lshr i64 %8, 31
;=   %11 = icmp ne i64 %9, %10
;=   %12 = udiv i64 %2, 4
;=   %13 = add nuw nsw i64 %2, 3
;=   %14 = udiv i64 %13, 4
;=   %15 = select i1 %11, i64 0, i64 %12
;=   %16 = select i1 %11, i64 %2, i64 %14
;=   %17 = select i1 %11, i64 1, i64 4
;=   %18 = mul nuw nsw i64 %4, %6
;=   br label %rows
;= rows:
;=   %row2 = phi i64 [ 0, %.split ], [ %36, %row.end ]
;=   %row1 = phi i64 [ 0, %.split ], [ %37, %row.end ]
;=   %y = phi i64 [ 0, %.split ], [ %38, %row.end ]
;=   br label %row
;= row:
;=   %19 = icmp eq i64 %15, 0
;=   %20 = mul nuw nsw i64 %15, 4
;=   br i1 %19, label %rest, label %vector
;= vector:
;=   %x = phi i64 [ 0, %row ], [ %25, %vector.end ]
;=   %21 = udiv exact i64 %x, 4
;=   %22 = add nuw nsw i64 %row1, %21
;=   br label %item
;= item:
;=   %23 = add nuw nsw i64 %1, %x
;=   %24 = add nuw nsw i64 %row2, %x
;=   call void @use(i64 %23, i64 %24, i64 4)
;=   br label %region.end
;= region.end:
;=   br label %vector.end
;= vector.end:
;=   %25 = add nuw nsw i64 %x, 4
;=   %26 = icmp eq i64 %25, %20
;=   br i1 %26, label %rest, label %vector, !llvm.loop !0
;= rest:
;=   %27 = icmp eq i64 %15, %16
;=   br i1 %27, label %row.end, label %vector3
;= vector3:
;=   %vector5 = phi i64 [ %15, %rest ], [ %34, %vector.end4 ]
;=   %28 = mul nuw nsw i64 %vector5, %17
;=   %29 = add nuw nsw i64 %row1, %vector5
;=   %30 = sub i64 %2, %28
;=   %31 = call i64 @llvm.umin.i64(i64 %17, i64 %30)
;=   br label %item6
;= item6:
;=   %32 = add nuw nsw i64 %1, %28
;=   %33 = add nuw nsw i64 %row2, %28
;=   call void @use(i64 %32, i64 %33, i64 %31)
;=   br label %region.end10
;= region.end10:
;=   br label %vector.end4
;= vector.end4:
;=   %34 = add nuw nsw i64 %vector5, 1
;=   %35 = icmp eq i64 %34, %16
;=   br i1 %35, label %row.end, label %vector3, !llvm.loop !2
;= row.end:
;=   %36 = add nuw nsw i64 %row2, %2
;=   %37 = add nuw nsw i64 %row1, %16
;=   %38 = add nuw nsw i64 %y, 1
;=   %39 = icmp eq i64 %38, %18
;=   br i1 %39, label %items.end, label %rows, !llvm.loop !3
;= items.end:
;=   ret void
;= }
