; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The work-items that come to a barrier or a function of a sub-group together are counted, and compared with those that
; it has. Functions for parts of a sub-group are as they are, and those of a work-group.
; RUN: %cc --passes=check-sub-groups %s | FileCheck %s --implicit-check-not=check.site
; CHECK: @check.site = {{.*}}c"barriers\0Anot all work-items of the sub-group reach a barrier\0A\0A\00"
; CHECK: @check.site.1 = {{.*}}c"barriers\0Anot all work-items of the sub-group reach a sub-group function\0A\0A\00"
; CHECK-LABEL: define void @k(
; CHECK: %[[BITS:.*]] = call i32 @lanewise.sub_group.ballot(i1 true)
; CHECK: %[[HERE:.*]] = call i32 @llvm.ctpop.i32(i32 %[[BITS]])
; CHECK: %[[COUNT:.*]] = zext i32 %[[HERE]] to i64
; CHECK: %[[BAD:.*]] = icmp ne i64 %[[COUNT]], %{{.*}}
; CHECK-NEXT: br i1 %[[BAD]], label %[[REPORT:.*]], label %{{.*}}, !prof
; CHECK: [[REPORT]]:
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @check.site, i64 0, ptr null
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3
; CHECK: call i32 @lanewise.sub_group.ballot(i1 true)
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @check.site.1, i64 0, ptr null
; CHECK: call spir_func i32 @_Z17__spirv_GroupIAddjij(i32 3
; CHECK-NOT: ballot
; CHECK: ret void
define void @k(i32 %x) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-sub-group-size"="8" {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 272)
  %a = call spir_func i32 @_Z17__spirv_GroupIAddjij(i32 3, i32 0, i32 %x)
  %b = call spir_func i32 @_Z27__spirv_GroupNonUniformIAddjij(i32 3, i32 0, i32 %x)
  %c = call spir_func i32 @_Z17__spirv_GroupIAddjij(i32 2, i32 0, i32 %x)
  ret void
}
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func i32 @_Z17__spirv_GroupIAddjij(i32, i32, i32)
declare spir_func i32 @_Z27__spirv_GroupNonUniformIAddjij(i32, i32, i32)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-report-barriers", i32 1}
