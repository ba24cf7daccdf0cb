; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The entry is the function that debuggers see under the kernel's name.
; RUN: %cc --passes=kernel-entry %s | FileCheck %s
; CHECK: define void @symbol({{.*}} !dbg ![[PROGRAM:[0-9]+]]
; CHECK: store i32 1, ptr %p, align 4, !dbg
; CHECK: ![[PROGRAM]] = distinct !DISubprogram(name: "kernel"
define internal void @kernel(ptr %p) "lanewise-kernel"="symbol" "lanewise-arguments"="v0" "lanewise-spill-fixed-bytes"="0" !dbg !3 {
  store i32 1, ptr %p, !dbg !5
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 2, scope: !3)
