; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Passes of LLVM and ours in one pipeline; unknown names are an error; passes are listed.
; RUN: %cc --passes=lower-arithmetic,instcombine %s -o - | FileCheck %s
; RUN: not %cc --passes=no-such-pass %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %cc --from=nowhere %s 2>&1 | FileCheck %s --check-prefix=STAGE
; RUN: %cc --list-passes | FileCheck %s --check-prefix=LIST
; CHECK: and i32 %n, 31
; CHECK-NEXT: shl i32 %x
; CHECK-NEXT: ret i32
; UNKNOWN: no-such-pass
; STAGE: unknown stage 'nowhere' in --from; known: source, spirv, admit, translate, lower, link, lanes, group, object, code
; RUN: not %cc --to=nowhere %s 2>&1 | FileCheck %s --check-prefix=TO
; TO: unknown stage 'nowhere' in --to; known: admit,{{.*}} code, spirv, binary
; RUN: not %cc --to=binary --lanes=4 %s 2>&1 | FileCheck %s --check-prefix=BINARY
; BINARY: --to=binary makes code for all launches: it excludes --launch, --lanes and --specialize
; RUN: not %cc --to=binary %s 2>&1 | FileCheck %s --check-prefix=IR
; IR: --to=binary takes source or SPIR-V, not the output of 'translate'
; RUN: not %cc --level=avx9 %s 2>&1 | FileCheck %s --check-prefix=LEVEL
; LEVEL: unknown level 'avx9' in --level; known: native, x86-64-v2,
; LIST: lower-functions
; LIST: verify-kernel
define i32 @f(i32 %x, i32 %n) {
  %a = shl i32 %x, %n
  %b = sdiv i32 %a, 1
  ret i32 %b
}
