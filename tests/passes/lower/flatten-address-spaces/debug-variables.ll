; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Debug locations of variables without an address space, which debuggers of CPU code do not support.
; RUN: %cc --passes=flatten-address-spaces %s | FileCheck %s

; CHECK: #dbg_value(i32 %x, ![[X:[0-9]+]], !DIExpression(), !
; CHECK: #dbg_value(i32 %x, ![[X]], !DIExpression(DW_OP_plus_uconst, 1), !
define void @k(i32 %x, ptr addrspace(1) %p) !dbg !4 {
    #dbg_value(i32 %x, !6, !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !7)
    #dbg_value(i32 %x, !6, !DIExpression(DW_OP_plus_uconst, 1), !7)
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cl", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 5, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "x", scope: !4, file: !2, line: 5, type: !5)
!7 = !DILocation(line: 6, scope: !4)
