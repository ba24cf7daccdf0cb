; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A report quotes the line of the program's text that has its name and number, where directives count, whatever the
; folder in the directive is. Nothing is quoted where two lines have them. It was the line that has the number without
; directives, and nothing behind a name.
; RUN: %cc --passes=check-memory %s | FileCheck %s
; CHECK: c"memory\0Awrite of 4 bytes\0Aargument 0\0Afirst\0Aprogram.cl:2:1 in function 'k'\00"
; CHECK: c"memory\0Awrite of 4 bytes\0Aargument 0\0Asecond\0Amine.cl:7:1 in function 'k'\00"
; CHECK: c"memory\0Awrite of 4 bytes\0Aargument 0\0A\0Atwice.cl:1:1 in function 'k'\00"
; CHECK: c"memory\0Awrite of 4 bytes\0Aargument 0\0Afourth\0Atwice.cl:2:1 in function 'k'\00"
define void @k(ptr %a, i64 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8" "lanewise-checked-arguments"="g24,-" "lanewise-checked-launch"="16" !dbg !10 {
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %p, align 4, !dbg !20
  store i32 2, ptr %p, align 4, !dbg !21
  store i32 3, ptr %p, align 4, !dbg !22
  store i32 4, ptr %p, align 4, !dbg !23
  ret void
}
!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!5}
!lanewise.source_text = !{!2}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{!"\0A  first\0A  # line 7 \22folder/mine.cl\22\0A second \0A# 1 \22twice.cl\22 1\0Athird\0A#line 1\0Athird\0Afourth", !"program.cl"}
!3 = !DIFile(filename: "program.cl", directory: "")
!4 = !DIFile(filename: "mine.cl", directory: "folder")
!5 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: FullDebug)
!6 = !DIFile(filename: "twice.cl", directory: "")
!7 = !DISubroutineType(types: !{})
!10 = distinct !DISubprogram(name: "k", file: !3, line: 1, type: !7, unit: !5, spFlags: DISPFlagDefinition)
!11 = !DILexicalBlockFile(scope: !10, file: !4, discriminator: 0)
!12 = !DILexicalBlockFile(scope: !10, file: !6, discriminator: 0)
!20 = !DILocation(line: 2, column: 1, scope: !10)
!21 = !DILocation(line: 7, column: 1, scope: !11)
!22 = !DILocation(line: 1, column: 1, scope: !12)
!23 = !DILocation(line: 2, column: 1, scope: !12)
