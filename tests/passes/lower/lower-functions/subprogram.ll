; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function keeps its subprogram for debuggers, other metadata is removed. Of a called kernel the body keeps it, and the
; kernel gets an artificial one, without which the lines of the body would be lost.
; RUN: %cc --passes=lower-functions %s | FileCheck %s

; CHECK: define void @k(ptr addrspace(1) %out) #{{[0-9]+}} !dbg ![[K:[0-9]+]] {
define spir_kernel void @k(ptr addrspace(1) %out) !dbg !4 !kernel_arg_addr_space !8 {
  call spir_kernel void @called(ptr addrspace(1) %out), !dbg !6
  ret void, !dbg !6
}

; CHECK: define void @called(ptr addrspace(1) %p) #{{[0-9]+}} !dbg ![[WRAPPER:[0-9]+]] {
; CHECK: call void @guest.called.called(ptr addrspace(1) %p), !dbg ![[CALL:[0-9]+]]
define spir_kernel void @called(ptr addrspace(1) %p) !dbg !7 {
  store i32 1, ptr addrspace(1) %p
  ret void
}
; CHECK: define internal void @guest.called.called(ptr addrspace(1) %{{.*}}) #{{[0-9]+}} !dbg ![[CALLED:[0-9]+]] {
; CHECK-DAG: ![[K]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: ![[CALLED]] = distinct !DISubprogram(name: "called"
; CHECK-DAG: ![[WRAPPER]] = distinct !DISubprogram(name: "called", {{.*}}flags: DIFlagArtificial
; CHECK-DAG: ![[CALL]] = !DILocation(line: 9, scope: ![[WRAPPER]])

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cl", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 5, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 6, scope: !4)
!7 = distinct !DISubprogram(name: "called", file: !2, line: 9, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !{i32 1}
