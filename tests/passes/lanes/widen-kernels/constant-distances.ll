; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses of a strided value are constants apart: they were elements of a vector of addresses, although accesses of
; x86-64-v3 are scalars, which have constants in their addresses.
; RUN: %cc --level=x86-64-v3 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @column(
; CHECK: %[[FIRST:.*]] = getelementptr [1024 x float], ptr %a, i64 %{{.*}}
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr %[[FIRST]], i64 4096
; CHECK: %[[IS:.*]] = extractelement <4 x i1> %{{.*}}, i64 1
; CHECK: %[[TO:.*]] = select i1 %[[IS]], ptr %[[SECOND]], ptr %{{.*}}
; CHECK: store float %{{.*}}, ptr %[[TO]]
; CHECK: %[[FOURTH:.*]] = getelementptr i8, ptr %[[FIRST]], i64 12288
; CHECK: ret void
define void @column(ptr %a, float %x) "lanewise-kernel"="column" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr [1024 x float], ptr %a, i64 %id
  store float %x, ptr %to
  ret void
}

; Under another mask, a vector of addresses takes less than the bits of the mask.
; CHECK-LABEL: define void @some(
; CHECK: select <4 x i1> %{{.*}}, <4 x ptr> %{{.*}}, <4 x ptr>
; CHECK: ret void
define void @some(ptr %a, ptr %b, float %x) "lanewise-kernel"="some" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr float, ptr %b, i64 %id
  %limit = load float, ptr %from
  %is = fcmp olt float %x, %limit
  br i1 %is, label %then, label %end
then:
  %to = getelementptr [1024 x float], ptr %a, i64 %id
  store float %x, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 256}
