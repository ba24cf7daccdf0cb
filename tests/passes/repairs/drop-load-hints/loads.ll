; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Code generation crashed on narrow loads with the hint: of half where it is converted, of parts of a
; vector. Stores keep it.
; RUN: %cc --passes=drop-load-hints %s | FileCheck %s
; CHECK-LABEL: define float @k
; CHECK-NEXT: load half, ptr %p, align 2
; CHECK-NOT: !nontemporal
; CHECK: store float %b, ptr %p, align 4, !nontemporal
define float @k(ptr %p) {
  %a = load half, ptr %p, align 2, !nontemporal !0
  %b = fpext half %a to float
  store float %b, ptr %p, align 4, !nontemporal !0
  ret float %b
}
!0 = !{i32 1}
