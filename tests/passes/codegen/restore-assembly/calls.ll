; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call of a function that stands for inline assembly becomes that assembly, which may change what
; each assembly of the processor may change.
; RUN: %cc --passes=restore-assembly %s | FileCheck %s
; CHECK-NOT: @lanewise.assembly

define i32 @plain(i32 %a, float %b) {
; CHECK-LABEL: @plain(
; CHECK: call i32 asm "add $1, $0", "=r,r,0{{[^"]+}}"(i32 %a, float %b) [[PLAIN:#[0-9]+]], !srcloc
  %r = call i32 @lanewise.assembly(i32 %a, float %b)
  ret i32 %r
}

define void @twice() {
; CHECK-LABEL: @twice(
; CHECK: call void asm sideeffect alignstack "nop", "{{[^"]+}}"() [[VOLATILE:#[0-9]+]], !srcloc [[FIRST:![0-9]+]]
; CHECK: call void asm sideeffect alignstack "nop", "{{[^"]+}}"() [[VOLATILE]], !srcloc
; CHECK-NOT: [[FIRST]]
  call void @lanewise.assembly.1()
  call void @lanewise.assembly.1()
  ret void
}

define void @memory(ptr %a, ptr %b) {
; CHECK-LABEL: @memory(
; CHECK: call void asm sideeffect "mov $1, $0", "=*m,*m,~{memory}{{[^"]*}}"(ptr elementtype(i32) %a, ptr elementtype([12 x i8]) %b)
  call void @lanewise.assembly.2(ptr %a, ptr %b)
  ret void
}

define { i32, i64 } @pair() {
; CHECK-LABEL: @pair(
; CHECK: call { i32, i64 } asm "two", "=r,=r{{[^"]*}}"()
  %r = call { i32, i64 } @lanewise.assembly.3()
  ret { i32, i64 } %r
}

; CHECK-DAG: attributes [[PLAIN]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[VOLATILE]] = { nounwind }

declare i32 @lanewise.assembly(i32, float) #0
declare void @lanewise.assembly.1() #1
declare void @lanewise.assembly.2(ptr "lanewise-assembly-operand-bytes"="4", ptr "lanewise-assembly-operand-bytes"="12") #2
declare { i32, i64 } @lanewise.assembly.3() #3
attributes #0 = { nounwind willreturn memory(none) "lanewise-assembly-text"="add $1, $0" "lanewise-assembly-constraints"="=r,r,0" }
attributes #1 = { nounwind "lanewise-assembly-text"="nop" "lanewise-assembly-constraints"="" "lanewise-assembly-side-effects" "lanewise-assembly-aligns-stack" }
attributes #2 = { nounwind "lanewise-assembly-text"="mov $1, $0" "lanewise-assembly-constraints"="=*m,*m,~{memory}" "lanewise-assembly-side-effects" }
attributes #3 = { nounwind willreturn memory(none) "lanewise-assembly-text"="two" "lanewise-assembly-constraints"="=r,=r" }
