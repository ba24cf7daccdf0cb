; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An asynchronous copy is one of the group, and the host notes its cells, as those of a length that only the run
; knows.
; RUN: %cc --passes=check-races %s | FileCheck %s
; CHECK: races\0Aasynchronous read of 64 bytes\0Aargument 1\0A\00races\0Aasynchronous write of 64 bytes\0Aargument 0\0A\00races\0Awrite of several bytes\0Aargument 0\0A\00
; CHECK-LABEL: define void @k(
; CHECK: %[[HOW:.*]] = select i1 %{{.*}}, i32 10, i32 8
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @lanewise.check_sites, ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %{{.*}}, i32 0, i32 %[[HOW]], i64 %{{.*}}, i64 64, i64
; CHECK: select i1 %{{.*}}, i32 11, i32 9
; CHECK: call void %{{.*}}, i32 1, i32 %{{.*}}, i64 %{{.*}}, i64 64, i64
; CHECK: call void @llvm.memcpy
; CHECK: call void %{{.*}}, i32 2, i32 %{{.*}}, i64 %{{.*}}, i64 %n, i64
; CHECK: call void @llvm.memset
define void @k(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8,v16" "lanewise-checked-arguments"="g32,g104,-" "lanewise-checked-launch"="24" {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 64, i1 false), !lanewise.async_copy !1
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 %n, i1 false)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-races", i32 1}
!1 = !{}
