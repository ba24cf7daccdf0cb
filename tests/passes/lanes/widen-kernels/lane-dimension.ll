; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vectors lie along the dimension in which memory is adjacent, if the kernel does not observe its
; work-groups. The host exchanges the sizes, so the calls exchange them, too.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
; RUN: %cc --level=x86-64-v4 --passes=%widen --remarks %s 2>&1 | FileCheck %s --check-prefix=REMARKS
; REMARKS: 4 lanes along y: {{.*}}, in kernel 'along_y'
; REMARKS: 4 lanes along z: {{.*}}, in kernel 'along_z'
; REMARKS: 4 lanes: {{.*}}, in kernel 'along_x'
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.global_size(i32) memory(none)
declare i64 @lanewise.global_offset(i32) memory(none)
declare i64 @lanewise.global_linear_id() memory(none)
declare i64 @lanewise.local_id(i32) memory(none)
declare i32 @lanewise.work_dim() memory(none)

; CHECK-LABEL: define void @along_y(
; CHECK-SAME: #[[Y:[0-9]+]]
; CHECK: %x = call i64 @lanewise.global_id(i32 1)
; CHECK: %y = call i64 @lanewise.global_id(i32 0)
; CHECK: %width = call i64 @lanewise.global_size(i32 0)
; CHECK: %first = call i64 @lanewise.global_offset(i32 1)
; CHECK: %planes = call i64 @lanewise.global_size(i32 2)
; CHECK-NOT: scatter
; CHECK: call void @llvm.masked.store.v4f32.p0(
; CHECK-NOT: scatter
define void @along_y(ptr %a) "lanewise-kernel"="along_y" "lanewise-arguments"="v0" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %width = call i64 @lanewise.global_size(i32 1)
  %first = call i64 @lanewise.global_offset(i32 0)
  %planes = call i64 @lanewise.global_size(i32 2)
  %row = mul i64 %x, %width
  %index = add i64 %row, %y
  %shifted = sub i64 %index, %first
  %above = add i64 %shifted, %planes
  %to = getelementptr float, ptr %a, i64 %above
  store float 1.0, ptr %to
  ret void
}

; CHECK-LABEL: define void @along_z(
; CHECK-SAME: #[[Z:[0-9]+]]
; CHECK: %x = call i64 @lanewise.global_id(i32 2)
; CHECK: %y = call i64 @lanewise.global_id(i32 1)
; CHECK: %z = call i64 @lanewise.global_id(i32 0)
; CHECK: call void @llvm.masked.store.v4f32.p0(
define void @along_z(ptr %a, i64 %n) "lanewise-kernel"="along_z" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %z = call i64 @lanewise.global_id(i32 2)
  %plane = mul i64 %x, %n
  %rows = add i64 %plane, %y
  %row = mul i64 %rows, %n
  %index = add i64 %row, %z
  %to = getelementptr float, ptr %a, i64 %index
  store float 1.0, ptr %to
  ret void
}

; A transposition gathers or scatters along either dimension.
; CHECK-LABEL: define void @along_x(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
define void @along_x(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="along_x" "lanewise-arguments"="v0,v8,v16" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %y, %n
  %index = add i64 %row, %x
  %from = getelementptr float, ptr %a, i64 %index
  %value = load float, ptr %from
  %column = mul i64 %x, %n
  %other = add i64 %column, %y
  %to = getelementptr float, ptr %b, i64 %other
  store float %value, ptr %to
  ret void
}

; The other kernels know more of their range than sizes and ids.
; CHECK-LABEL: define void @local_id(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
define void @local_id(ptr %a, i64 %n) "lanewise-kernel"="local_id" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %to = getelementptr i64, ptr %a, i64 %index
  %local = call i64 @lanewise.local_id(i32 1)
  store i64 %local, ptr %to
  ret void
}
; CHECK-LABEL: define void @linear_id(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
define void @linear_id(ptr %a, i64 %n) "lanewise-kernel"="linear_id" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %to = getelementptr i64, ptr %a, i64 %index
  %linear = call i64 @lanewise.global_linear_id()
  store i64 %linear, ptr %to
  ret void
}
; CHECK-LABEL: define void @dimensions(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
define void @dimensions(ptr %a, i64 %n) "lanewise-kernel"="dimensions" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %to = getelementptr i32, ptr %a, i64 %index
  %dimensions = call i32 @lanewise.work_dim()
  store i32 %dimensions, ptr %to
  ret void
}
; CHECK-LABEL: define void @required_size(
; CHECK: %x = call i64 @lanewise.global_id(i32 0)
define void @required_size(ptr %a, i64 %n) "lanewise-kernel"="required_size" "lanewise-arguments"="v0,v8" !reqd_work_group_size !1 {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %to = getelementptr i32, ptr %a, i64 %index
  store i32 1, ptr %to
  ret void
}
; CHECK: attributes #[[Y]] = { {{.*}}"lanewise-lane-dimension"="1"
; CHECK: attributes #[[Z]] = { {{.*}}"lanewise-lane-dimension"="2"
; CHECK-NOT: lanewise-lane-dimension
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 16, i32 4, i32 1}
