; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One lane of a vector has an aligned address. The access begins at the address of lane 0, which is not: the
; instruction for aligned vectors faulted.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @sparse(
; CHECK: call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %{{.*}}, i32 4,
; CHECK: call void @llvm.masked.store.v16i32.p0(<16 x i32> %{{.*}}, ptr %{{.*}}, i32 4,
define void @sparse(ptr %p, ptr %q) "lanewise-kernel"="sparse" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = and i64 %id, 15
  %is = icmp eq i64 %low, 3
  br i1 %is, label %then, label %end
then:
  %at = getelementptr inbounds i32, ptr %p, i64 %id
  %x = load i32, ptr %at, align 64
  %to = getelementptr inbounds i32, ptr %q, i64 %id
  store i32 %x, ptr %to, align 64
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 16}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
