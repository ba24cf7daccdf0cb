; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What vectors gather in each work-group is gathered once for the work-groups of a call.
; RUN: %cc --level=x86-64-v3 --passes=tabulate-invariants %s | FileCheck %s
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)

; Four low bits of the ids make two entries.
; CHECK-LABEL: define void @roots(
; CHECK: %[[TABLE:.*]] = alloca [2 x <8 x float>]
; CHECK: phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %table ]
; CHECK: %[[ROOTS:.*]] = call <8 x float> @llvm.masked.gather
; CHECK: store <8 x float> %[[ROOTS]]
; CHECK: icmp eq i64 %[[NEXT]], 2
; CHECK: groups:
; CHECK: vectors:
; CHECK-NOT: @llvm.masked.gather
; CHECK: %[[ENTRY:.*]] = and i64 %vector, 1
; CHECK-NEXT: %[[AT:.*]] = getelementptr <8 x float>, ptr %[[TABLE]], i64 %[[ENTRY]]
; CHECK-NEXT: %[[LOADED:.*]] = load <8 x float>, ptr %[[AT]]
; CHECK: fmul <8 x float> %values, %[[LOADED]]
define void @roots(ptr noalias %out, ptr noalias %in, ptr noalias %roots, i64 %first, i64 %end) "lanewise-lanes"="8" {
entry:
  br label %groups
groups:
  %group = phi i64 [ %first, %entry ], [ %nextGroup, %again ]
  br label %vectors
vectors:
  %vector = phi i64 [ 0, %groups ], [ %next, %vectors ]
  %id = shl nuw nsw i64 %vector, 3
  %low = and i64 %id, 8
  %ids = insertelement <8 x i64> poison, i64 %low, i64 0
  %all = shufflevector <8 x i64> %ids, <8 x i64> poison, <8 x i32> zeroinitializer
  %lanes = or disjoint <8 x i64> %all, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %at = mul <8 x i64> %lanes, <i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16>
  %addresses = getelementptr float, ptr %roots, <8 x i64> %at
  %factors = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %addresses, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x float> poison)
  %start = shl i64 %group, 8
  %index = add i64 %start, %id
  %from = getelementptr float, ptr %in, i64 %index
  %values = load <8 x float>, ptr %from, align 4
  %products = fmul <8 x float> %values, %factors
  %to = getelementptr float, ptr %out, i64 %index
  store <8 x float> %products, ptr %to, align 4
  %next = add nuw nsw i64 %vector, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %again, label %vectors
again:
  %nextGroup = add nuw nsw i64 %group, 1
  %last = icmp eq i64 %nextGroup, %end
  br i1 %last, label %exit, label %groups, !llvm.loop !0
exit:
  ret void
}

; A loop that counts work-items: an entry for each eight of them, of which four low bits make two.
; CHECK-LABEL: define void @by_id(
; CHECK: %[[TABLE:.*]] = alloca [2 x <8 x float>]
; CHECK: %[[ID:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %table ]
; CHECK: %[[VECTOR:.*]] = lshr i64 %[[ID]], 3
; CHECK-NEXT: getelementptr <8 x float>, ptr %[[TABLE]], i64 %[[VECTOR]]
; CHECK: %[[NEXT]] = add i64 %[[ID]], 8
; CHECK: icmp eq i64 %[[NEXT]], 16
; CHECK: groups:
; CHECK-NOT: @llvm.masked.gather
; CHECK: %[[NUMBER:.*]] = lshr i64 %id, 3
; CHECK-NEXT: %[[ENTRY:.*]] = and i64 %[[NUMBER]], 1
; CHECK-NEXT: getelementptr <8 x float>, ptr %[[TABLE]], i64 %[[ENTRY]]
define void @by_id(ptr noalias %out, ptr noalias %roots, i64 %first, i64 %end) "lanewise-lanes"="8" {
entry:
  br label %groups
groups:
  %group = phi i64 [ %first, %entry ], [ %nextGroup, %again ]
  br label %vectors
vectors:
  %id = phi i64 [ 0, %groups ], [ %next, %vectors ]
  %low = and i64 %id, 15
  %ids = insertelement <8 x i64> poison, i64 %low, i64 0
  %all = shufflevector <8 x i64> %ids, <8 x i64> poison, <8 x i32> zeroinitializer
  %lanes = or disjoint <8 x i64> %all, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %at = mul <8 x i64> %lanes, <i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16>
  %addresses = getelementptr float, ptr %roots, <8 x i64> %at
  %factors = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %addresses, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x float> poison)
  %start = shl i64 %group, 8
  %index = add i64 %start, %id
  %to = getelementptr float, ptr %out, i64 %index
  store <8 x float> %factors, ptr %to, align 4
  %next = add nuw nsw i64 %id, 8
  %done = icmp eq i64 %next, 256
  br i1 %done, label %again, label %vectors
again:
  %nextGroup = add nuw nsw i64 %group, 1
  %last = icmp eq i64 %nextGroup, %end
  br i1 %last, label %exit, label %groups, !llvm.loop !0
exit:
  ret void
}

; Memory that the kernel writes may change between work-groups.
; CHECK-LABEL: define void @written(
; CHECK-NOT: alloca
; CHECK: vectors:
; CHECK: @llvm.masked.gather
; CHECK: ret void
define void @written(ptr %out, ptr %roots, i64 %first, i64 %end) "lanewise-lanes"="8" {
entry:
  br label %groups
groups:
  %group = phi i64 [ %first, %entry ], [ %nextGroup, %again ]
  br label %vectors
vectors:
  %vector = phi i64 [ 0, %groups ], [ %next, %vectors ]
  %id = shl nuw nsw i64 %vector, 3
  %ids = insertelement <8 x i64> poison, i64 %id, i64 0
  %all = shufflevector <8 x i64> %ids, <8 x i64> poison, <8 x i32> zeroinitializer
  %at = mul <8 x i64> %all, <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112>
  %addresses = getelementptr float, ptr %roots, <8 x i64> %at
  %factors = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %addresses, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x float> poison)
  %start = shl i64 %group, 8
  %index = add i64 %start, %id
  %to = getelementptr float, ptr %out, i64 %index
  store <8 x float> %factors, ptr %to, align 4
  %next = add nuw nsw i64 %vector, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %again, label %vectors
again:
  %nextGroup = add nuw nsw i64 %group, 1
  %last = icmp eq i64 %nextGroup, %end
  br i1 %last, label %exit, label %groups, !llvm.loop !0
exit:
  ret void
}

; A gather that only some work-groups execute stays, because it may read what others may not.
; CHECK-LABEL: define void @conditional(
; CHECK-NOT: alloca
; CHECK: vectors:
; CHECK: @llvm.masked.gather
; CHECK: ret void
define void @conditional(ptr noalias %out, ptr noalias %roots, i64 %first, i64 %end) "lanewise-lanes"="8" {
entry:
  br label %groups
groups:
  %group = phi i64 [ %first, %entry ], [ %nextGroup, %again ]
  %some = icmp ugt i64 %group, 10
  br i1 %some, label %vectors, label %again
vectors:
  %vector = phi i64 [ 0, %groups ], [ %next, %vectors ]
  %id = shl nuw nsw i64 %vector, 3
  %ids = insertelement <8 x i64> poison, i64 %id, i64 0
  %all = shufflevector <8 x i64> %ids, <8 x i64> poison, <8 x i32> zeroinitializer
  %at = mul <8 x i64> %all, <i64 0, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112>
  %addresses = getelementptr float, ptr %roots, <8 x i64> %at
  %factors = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %addresses, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x float> poison)
  %start = shl i64 %group, 8
  %index = add i64 %start, %id
  %to = getelementptr float, ptr %out, i64 %index
  store <8 x float> %factors, ptr %to, align 4
  %next = add nuw nsw i64 %vector, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %again, label %vectors
again:
  %nextGroup = add nuw nsw i64 %group, 1
  %last = icmp eq i64 %nextGroup, %end
  br i1 %last, label %exit, label %groups, !llvm.loop !0
exit:
  ret void
}

; All bits of a number of 128 bits are more than 64: the table had 16 entries.
; CHECK-LABEL: define void @wide(
; CHECK: alloca [32 x <8 x float>]
; CHECK: load <8 x float>
define void @wide(ptr noalias %out, ptr noalias %t, i64 %first, i64 %end) "lanewise-lanes"="8" {
entry:
  br label %groups
groups:
  %group = phi i64 [ %first, %entry ], [ %nextGroup, %again ]
  br label %vectors
vectors:
  %vector = phi i64 [ 0, %groups ], [ %next, %vectors ]
  %w = zext i64 %vector to i128
  %s = shl i128 %w, 60
  %h = lshr i128 %s, 64
  %i = trunc i128 %h to i64
  %ids = insertelement <8 x i64> poison, i64 %i, i64 0
  %all = shufflevector <8 x i64> %ids, <8 x i64> poison, <8 x i32> zeroinitializer
  %at = mul <8 x i64> %all, <i64 1, i64 16, i64 32, i64 48, i64 64, i64 80, i64 96, i64 112>
  %addresses = getelementptr float, ptr %t, <8 x i64> %at
  %f = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %addresses, i32 4, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x float> poison)
  %start = shl i64 %group, 8
  %id = shl i64 %vector, 3
  %index = add i64 %start, %id
  %to = getelementptr float, ptr %out, i64 %index
  store <8 x float> %f, ptr %to, align 4
  %next = add nuw nsw i64 %vector, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %again, label %vectors
again:
  %nextGroup = add nuw nsw i64 %group, 1
  %last = icmp eq i64 %nextGroup, %end
  br i1 %last, label %exit, label %groups, !llvm.loop !0
exit:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"lanewise.group_loop"}
