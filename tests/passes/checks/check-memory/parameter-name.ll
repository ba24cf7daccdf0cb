; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A report names the parameter of a function as the source does. It had the number, which nobody counts from 0.
; RUN: %cc --passes=pass-pointer-places,check-memory %s | FileCheck %s
; CHECK: c"memory\0Aread of 4 bytes\0Aparameter 'samples'\0A\0Aa.cl:1:9 in function 'f'\00"
define void @k(ptr %a) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-checked-arguments"="g16" "lanewise-checked-launch"="8" {
  %x = call i32 @guest.f(i32 1, ptr %a)
  store i32 %x, ptr %a, align 4
  ret void
}
define internal i32 @guest.f(i32 %first, ptr %p) "lanewise-out-of-line" !dbg !4 {
    #dbg_value(i32 %first, !6, !DIExpression(), !8)
    #dbg_value(ptr %p, !7, !DIExpression(), !8)
  %x = load i32, ptr %p, align 4, !dbg !8
  ret i32 %x
}
!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "a.cl", directory: "")
!4 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocalVariable(name: "first", arg: 1, scope: !4, file: !3, line: 1, type: !9)
!7 = !DILocalVariable(name: "samples", arg: 2, scope: !4, file: !3, line: 1, type: !9)
!8 = !DILocation(line: 1, column: 9, scope: !4)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
