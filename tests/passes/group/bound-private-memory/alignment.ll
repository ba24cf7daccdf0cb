; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable that must move and has a greater alignment than the host's blocks: the entry rounds the address
; of the spill area, for which the area is larger. Padding on the stack counts.
; RUN: %cc --passes=bound-private-memory,kernel-entry %s | FileCheck %s
; CHECK-LABEL: define void @kernel.k(
; CHECK: %[[BLOCK:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load !0, !align ![[LOCAL:[0-9]+]], !lanewise.group_memory !0
; CHECK: %[[BLOCK:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load !0, !align ![[SPILL:[0-9]+]], !lanewise.group_memory !0
; CHECK: %[[BEHIND:.*]] = getelementptr inbounds i8, ptr %[[BLOCK]], i64 3968
; CHECK: %[[AREA:.*]] = call ptr @llvm.ptrmask.p0.i64(ptr %[[BEHIND]], i64 -4096)
; CHECK: %[[A:.*]] = getelementptr inbounds i8, ptr %[[AREA]], i64 16384
; CHECK: store i8 1, ptr %[[A]]
; CHECK: "lanewise-spill-alignment"="4096" "lanewise-spill-fixed-bytes"="40832"
; CHECK-DAG: ![[LOCAL]] = !{i64 4096}
; CHECK-DAG: ![[SPILL]] = !{i64 128}
define void @k() "lanewise-kernel"="kernel.k" "lanewise-arguments"="" "lanewise-spill-vector-bytes"="0" "lanewise-observes-groups"="1" {
entry:
  %a = alloca [20000 x i8], align 4096
  %stays = alloca [100 x i8], align 256
  %padding.of.four = alloca [12300 x i8], align 4096
  br label %start
start:
  store i8 1, ptr %a
  store i8 1, ptr %stays
  store i8 1, ptr %padding.of.four
  ret void
}
