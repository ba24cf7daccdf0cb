; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes that walk through rows of their own load several elements at once, in blocks of 16 bytes, and transpose
; them. One element in each iteration was a gather from as many cache lines as there are lanes.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @floats(
; CHECK-COUNT-16: load <4 x float>
; CHECK-NOT: load <4 x float>
; The elements of two vectors in turns.
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; What is left over.
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(
; CHECK: ret void
define void @floats(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="floats" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %sum = phi float [ 0.0, %0 ], [ %more, %body ]
  %at = add i64 %row, %k
  %from = getelementptr float, ptr %a, i64 %at
  %x = load float, ptr %from
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  %to = getelementptr float, ptr %b, i64 %id
  store float %more, ptr %to
  ret void
}

; Four doubles, two of them at a time.
; CHECK-LABEL: define void @doubles(
; CHECK-COUNT-16: load <2 x double>
; CHECK-NOT: load <2 x double>
; CHECK: ret void
define void @doubles(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="doubles" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %sum = phi double [ 0.0, %0 ], [ %more, %body ]
  %at = add i64 %row, %k
  %from = getelementptr double, ptr %a, i64 %at
  %x = load double, ptr %from
  %more = fadd double %sum, %x
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  %to = getelementptr double, ptr %b, i64 %id
  store double %more, ptr %to
  ret void
}

; The loop writes memory that may be the row.
; CHECK-LABEL: define void @stores(
; CHECK-NOT: load <4 x float>
; CHECK: ret void
define void @stores(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="stores" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  %to = getelementptr float, ptr %b, i64 %id
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %at = add i64 %row, %k
  %from = getelementptr float, ptr %a, i64 %at
  %x = load float, ptr %from
  store float %x, ptr %to
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}

; Lanes leave the loop in different iterations: those that are done would wait for the rest of each row.
; CHECK-LABEL: define void @lengths(
; CHECK-NOT: load <4 x float>
; CHECK: ret void
define void @lengths(ptr %a, ptr %b, ptr %counts, i64 %n) "lanewise-kernel"="lengths" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  %of = getelementptr i64, ptr %counts, i64 %id
  %count = load i64, ptr %of
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %sum = phi float [ 0.0, %0 ], [ %more, %body ]
  %at = add i64 %row, %k
  %from = getelementptr float, ptr %a, i64 %at
  %x = load float, ptr %from
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %count
  br i1 %again, label %body, label %end
end:
  %to = getelementptr float, ptr %b, i64 %id
  store float %more, ptr %to
  ret void
}
; Numbers of three bytes that follow each other: the next one is not at the size that a variable of the type has.
; CHECK-LABEL: define void @threeBytes(
; CHECK-NOT: getelementptr i24
; CHECK: ret void
define void @threeBytes(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="threeBytes" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %sum = phi i24 [ 0, %0 ], [ %more, %body ]
  %at = add i64 %row, %k
  %bytes = mul i64 %at, 3
  %from = getelementptr i8, ptr %a, i64 %bytes
  %x = load i24, ptr %from, align 1
  %more = add i24 %sum, %x
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  %to = getelementptr i32, ptr %b, i64 %id
  %wide = zext i24 %more to i32
  store i32 %wide, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 8}
