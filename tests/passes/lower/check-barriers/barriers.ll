; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-items count their arrivals at each barrier in local memory, and fail where some are missing
; behind it. A work-group function has a barrier in front. The message has the place in the source, or a number.
; RUN: %cc --passes=check-barriers %s | FileCheck %s
; CHECK: @barrier.arrivals = internal addrspace(3) global i64 undef, align 8
; CHECK: c"kernel 'k' failed: barrier at a.cl:3:7 in function 'f' is not reached by all work-items of the work-group\00"
; CHECK: c"kernel 'k' failed: work-group function 2 of 2 is not reached by all work-items of the work-group\00"
; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: store i64 0, ptr addrspace(3) @barrier.arrivals
; CHECK: call void @lanewise.barrier()
; CHECK-NEXT: br label
; CHECK: atomicrmw add ptr addrspace(3) @barrier.arrivals, i64 1 monotonic, align 8, {{.*}}!lanewise.local
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: %[[BEFORE:.*]] = load i64
; CHECK-NEXT: %[[OWN:.*]] = add i64 %[[BEFORE]], 1
; CHECK: %[[FOUND:.*]] = load i64, ptr addrspace(3) @barrier.arrivals
; CHECK: %[[EXPECTED:.*]] = mul i64 %[[OWN]]
; CHECK: %[[MISSING:.*]] = icmp ult i64 %[[FOUND]], %[[EXPECTED]]
; CHECK-NEXT: br i1 %[[MISSING]], label %[[FAIL:[0-9]+]], label %[[GOOD:[0-9]+]]
; CHECK: [[FAIL]]:
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @barrier.message)
; CHECK: atomicrmw add ptr addrspace(3) @barrier.arrivals.
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK: br i1
; CHECK: call i32 @lanewise.work_group.reduce.add.i32
; CHECK: attributes #[[KERNEL]] = { {{.*}}"lanewise-uses-host-calls"
define void @k(i32 %x) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" !dbg !5 {
  call void @lanewise.barrier(), !dbg !8
  %sum = call i32 @lanewise.work_group.reduce.add.i32(i32 %x)
  ret void
}
declare void @lanewise.barrier() convergent nounwind
declare i32 @lanewise.work_group.reduce.add.i32(i32) convergent memory(none)
!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 2, !"lanewise-check-barriers", i32 1}
!2 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "a.cl", directory: "/")
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", file: !3, line: 5, type: !4, unit: !2, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "f", file: !3, line: 2, type: !4, unit: !2, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 6, column: 1, scope: !5)
!8 = !DILocation(line: 3, column: 7, scope: !6, inlinedAt: !7)
