; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM 19 converted vectors of 64-bit integers by double on AArch64, which rounds twice. It stored a byte of the stack
; where three integers of 64 bits became bytes. It took -0 for 0 in a choice of the lesser number.
; REQUIRES: aarch64
; RUN: %cc --level=armv8-a --from=group -S -o - %s | FileCheck %s
; RUN: %cc --passes=separate-results %s | FileCheck %s --check-prefix=PASS
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}convert:
; CHECK-NOT: fcvtn
; CHECK-COUNT-2: scvtf s{{[0-9]+}}, x{{[0-9]+}}
; CHECK-NOT: fcvtn
; CHECK: ret
; PASS-LABEL: @convert(
; PASS-COUNT-2: sitofp i64 %{{.*}} to float
define <2 x float> @convert(<2 x i64> %v) {
  %f = sitofp <2 x i64> %v to <2 x float>
  ret <2 x float> %f
}

; CHECK-LABEL: {{^}}unsigned:
; CHECK-COUNT-2: ucvtf s{{[0-9]+}}, x{{[0-9]+}}
define <2 x float> @unsigned(<2 x i64> %v) {
  %f = uitofp <2 x i64> %v to <2 x float>
  ret <2 x float> %f
}

; Those that round once stay vectors.
; CHECK-LABEL: {{^}}exact:
; CHECK: scvtf v0.4s, v0.4s
; PASS-LABEL: @exact(
; PASS: sitofp <4 x i32> %v to <4 x float>
define <4 x float> @exact(<4 x i32> %v) {
  %f = sitofp <4 x i32> %v to <4 x float>
  ret <4 x float> %f
}

; CHECK-LABEL: {{^}}bytes:
; CHECK-NOT: sub sp
; CHECK-COUNT-3: {{strb|st1}}
; PASS-LABEL: @bytes(
; PASS-COUNT-3: store i8
; PASS-NOT: store <3 x i8>
define void @bytes(ptr %p, <4 x i64> %v) {
  %three = shufflevector <4 x i64> %v, <4 x i64> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %t = trunc <3 x i64> %three to <3 x i8>
  store <3 x i8> %t, ptr %p, align 4
  ret void
}

; CHECK-LABEL: {{^}}choice:
; CHECK-NOT: fmin
; CHECK: fcsel
; PASS-LABEL: @choice(
; PASS: %[[LESS:.*]] = fcmp olt float %x, 0.0
; PASS: %[[FROZEN:.*]] = freeze i1 %[[LESS]]
; PASS: select i1 %[[FROZEN]], float %x, float 0.0
define float @choice(float %x) {
  %less = fcmp olt float %x, 0.0
  %least = select i1 %less, float %x, float 0.0
  ret float %least
}

; A bound that is no zero has no sign to lose.
; CHECK-LABEL: {{^}}bound:
; CHECK: fminnm
; PASS-LABEL: @bound(
; PASS-NOT: freeze
define float @bound(float %x) {
  %less = fcmp olt float %x, 1.0
  %least = select i1 %less, float %x, float 1.0
  ret float %least
}

; The store of an atomic sum of floats fails where another thread has written. LLVM 19 dropped the answer.
; CHECK-LABEL: {{^}}sum:
; CHECK-NOT: st{{l?}}xr wzr
; CHECK: st{{l?}}xr w{{[0-9]+}}, x{{[0-9]+}}, [x0]
; CHECK-NOT: st{{l?}}xr wzr
; CHECK: ret
; PASS-LABEL: @sum(
; PASS-NOT: = atomicrmw
; PASS: cmpxchg ptr %p, i64
define double @sum(ptr %p, double %v) {
  %old = atomicrmw fadd ptr %p, double %v monotonic, align 8
  ret double %old
}
