; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Code behind a condition on ids has a copy without masks for vectors whose lanes are all active. What it
; defines comes from one or the other.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @guard(
; CHECK: %[[MASK:.*]] = select <4 x i1> %live, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[IN:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: %[[ALL:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: br i1 %[[IN]], label %[[CHOICE:.*]], label %end
; CHECK: end:
; CHECK: phi <4 x float> [ %{{.*}}, %then.lanes ], [ %{{.*}}, %{{.*}} ], [ %{{.*}}, %[[COPY:.*]] ]
; CHECK: [[CHOICE]]:
; CHECK: br i1 %[[ALL]], label %[[COPY]], label %then.lanes
; CHECK: [[COPY]]:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %{{.*}}, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>,
; CHECK: br label %end
; CHECK: then.lanes:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %{{.*}}, i32 4, <4 x i1> %[[MASK]],
define void @guard(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="guard" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %end
end:
  %y = phi float [ 0.0, %0 ], [ %x, %then ]
  %to = getelementptr float, ptr %b, i64 %id
  store float %y, ptr %to
  ret void
}

; A condition on data, and code that gathers.
; CHECK-LABEL: define void @without(
; CHECK-NOT: {{^}}choice:
; CHECK: ret void
define void @without(ptr %a, ptr %b, ptr %indices, i64 %n) "lanewise-kernel"="without" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i64, ptr %indices, i64 %id
  %i = load i64, ptr %at
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %from = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %i
  store float %x, ptr %to
  br label %end
end:
  ret void
}

; An index of 32 bits that wraps only in arrays of billions of elements: the copy is for vectors in which it
; does not. It had a gather, too.
; CHECK-LABEL: define void @wraps(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[FULL:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK: %[[HOLDS:.*]] = icmp ule i32 %at, -4
; CHECK: %[[KNOWN:.*]] = freeze i1 %[[HOLDS]]
; CHECK: %[[BOTH:.*]] = and i1 %[[FULL]], %[[KNOWN]]
; CHECK: br i1 %[[BOTH]], label %[[COPY:.*]], label %then.lanes
; CHECK: [[COPY]]:
; CHECK-NOT: gather
; CHECK: then.lanes:
; CHECK: br i1 %[[HOLDS]], label %strided, label %scattered
; CHECK: call <4 x float> @llvm.masked.gather
define void @wraps(ptr %a, ptr %b, i32 %first, i64 %n) "lanewise-kernel"="wraps" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %low = trunc i64 %id to i32
  %at = add i32 %low, %first
  %index = zext i32 %at to i64
  %from = getelementptr float, ptr %a, i64 %index
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  br label %end
end:
  ret void
}
; The masks of components of a vector are made of that of the lanes. There was no copy.
; CHECK-LABEL: define void @components(
; CHECK: choice:
; CHECK: br i1 %{{.*}}, label %[[COPY:.*]], label %then.lanes
; CHECK: [[COPY]]:
; CHECK: %[[ALL:.*]] = shufflevector <4 x i1> <i1 true, i1 true, i1 true, i1 true>, <4 x i1> zeroinitializer, <16 x i32>
; CHECK-NEXT: call <16 x float> @llvm.masked.load.v16f32.p0(ptr %{{.*}}, i32 16, <16 x i1> %[[ALL]], <16 x float> poison)
; CHECK: then.lanes:
define void @components(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="components" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %from = getelementptr <4 x float>, ptr %a, i64 %id
  %x = load <4 x float>, ptr %from
  %to = getelementptr <4 x float>, ptr %b, i64 %id
  store <4 x float> %x, ptr %to
  br label %end
end:
  ret void
}
; Inside of it, all lanes but one: the copy is for vectors without this lane.
; CHECK-LABEL: define void @but_one(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK: %[[INNER:.*]] = select i1 %[[OUTER]], i1 %{{.*}}, i1 false
; CHECK: %[[KNOWN:.*]] = freeze i1 %[[INNER]]
; CHECK: %[[BOTH:.*]] = and i1 %[[OUTER]], %[[KNOWN]]
; CHECK: br i1 %[[BOTH]], label %then.lanes.all, label %then.lanes
; CHECK: {{^}}then.lanes.all:
; CHECK-NOT: {{^}}  br i1
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %from.all, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>,
; CHECK: {{^}}then.lanes:
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[MASK:.*]])
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %from, i32 4, <4 x i1> %[[MASK]],
define void @but_one(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="but_one" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %to = getelementptr float, ptr %b, i64 %id
  %own = load float, ptr %to
  %border = icmp eq i64 %id, %first
  br i1 %border, label %join, label %rest
rest:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %join
join:
  %y = phi float [ 0.0, %then ], [ %x, %rest ]
  %sum = fadd float %y, %own
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
; Or all but those at the border.
; CHECK-LABEL: define void @but_border(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK: %[[INNER:.*]] = select i1 %[[OUTER]], i1 %{{.*}}, i1 false
; CHECK: %[[KNOWN:.*]] = freeze i1 %[[INNER]]
; CHECK: %[[BOTH:.*]] = and i1 %[[OUTER]], %[[KNOWN]]
; CHECK: br i1 %[[BOTH]], label %then.lanes.all, label %then.lanes
; CHECK: {{^}}then.lanes.all:
; CHECK-NOT: {{^}}  br i1
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %from.all, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>,
; CHECK: {{^}}then.lanes:
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[MASK:.*]])
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %from, i32 4, <4 x i1> %[[MASK]],
define void @but_border(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="but_border" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %to = getelementptr float, ptr %b, i64 %id
  %own = load float, ptr %to
  %border = icmp slt i64 %id, 1
  br i1 %border, label %join, label %rest
rest:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %join
join:
  %y = phi float [ 0.0, %then ], [ %x, %rest ]
  %sum = fadd float %y, %own
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
; One lane only: most vectors have none, and the copy is for these, too.
; CHECK-LABEL: define void @only_one(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK-NEXT: br i1 %[[OUTER]], label %then.lanes.all, label %then.lanes
define void @only_one(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="only_one" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %to = getelementptr float, ptr %b, i64 %id
  %own = load float, ptr %to
  %border = icmp eq i64 %id, %first
  br i1 %border, label %rest, label %join
rest:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %join
join:
  %y = phi float [ 0.0, %then ], [ %x, %rest ]
  %sum = fadd float %y, %own
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
; A part of a work-group.
; CHECK-LABEL: define void @part_of_group(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK-NEXT: br i1 %[[OUTER]], label %then.lanes.all, label %then.lanes
define void @part_of_group(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="part_of_group" "lanewise-arguments"="v0,v8,v16,v24" "lanewise-tier"="kind" "lanewise-local-size"="64,1,1" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %to = getelementptr float, ptr %b, i64 %id
  %own = load float, ptr %to
  %lid = call i64 @lanewise.local_id(i32 0)
  %border = icmp slt i64 %lid, %first
  br i1 %border, label %rest, label %join
rest:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %join
join:
  %y = phi float [ 0.0, %then ], [ %x, %rest ]
  %sum = fadd float %y, %own
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
; A diagonal is no border.
; CHECK-LABEL: define void @diagonal(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK-NEXT: br i1 %[[OUTER]], label %then.lanes.all, label %then.lanes
define void @diagonal(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="diagonal" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %to = getelementptr float, ptr %b, i64 %id
  %own = load float, ptr %to
  %row = call i64 @lanewise.global_id(i32 1)
  %border = icmp sgt i64 %id, %row
  br i1 %border, label %rest, label %join
rest:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %join
join:
  %y = phi float [ 0.0, %then ], [ %x, %rest ]
  %sum = fadd float %y, %own
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
; What the others do may be as frequent.
; CHECK-LABEL: define void @both_sides(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: choice:
; CHECK-NEXT: br i1 %[[OUTER]], label %then.lanes.all, label %then.lanes
define void @both_sides(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="both_sides" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %to = getelementptr float, ptr %b, i64 %id
  %own = load float, ptr %to
  %border = icmp slt i64 %id, %first
  br i1 %border, label %other, label %rest
rest:
  %from = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %from
  br label %join
other:
  %half = fmul float %own, 0.5
  store float %half, ptr %to
  br label %join
join:
  %y = phi float [ %half, %other ], [ %x, %rest ]
  %sum = fadd float %y, %own
  store float %sum, ptr %to
  br label %end
end:
  ret void
}
; A copy inside of guarded code that has none.
; CHECK-LABEL: define void @inside(
; CHECK: icmp slt i64 %{{.*}}, %n
; CHECK-NEXT: %[[OUTER:.*]] = icmp slt i64 %{{.*}}, %n
; CHECK: {{^}}rest:
; CHECK: %[[INNER:.*]] = select i1 %[[OUTER]], i1 %{{.*}}, i1 false
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(
; CHECK-NEXT: br i1 %{{.*}}, label %choice, label %end
; CHECK: {{^}}choice:
; CHECK-NEXT: br i1 %[[INNER]], label %rest.lanes.all, label %rest.lanes
define void @inside(ptr %a, ptr %b, i64 %n, i64 %first) "lanewise-kernel"="inside" "lanewise-arguments"="v0,v8,v16,v24" "lanewise-tier"="kind" "lanewise-local-size"="64,1,1" {
  %id = call i64 @lanewise.global_id(i32 0)
  %less = icmp slt i64 %id, %n
  br i1 %less, label %then, label %end
then:
  %lid = call i64 @lanewise.local_id(i32 0)
  %border = icmp slt i64 %lid, %first
  br i1 %border, label %rest, label %end
rest:
  %to = getelementptr float, ptr %a, i64 %id
  %from = getelementptr float, ptr %b, i64 %id
  %x = load float, ptr %from
  store float %x, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
