; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel gets its symbol, its argument list and a copy of by-value aggregates; attributes that
; differ between functions are removed, other functions become internal.
; RUN: %cc --passes=lower-functions %s | FileCheck %s
target datalayout = "e-i64:64"
%pair = type { i32, i64 }

; CHECK: define void @k(ptr addrspace(1) %out, ptr addrspace(3) %scratch, ptr %pair, i8 %c) #[[KERNEL:[0-9]+]]
; CHECK: %[[COPY:.*]] = alloca %pair, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr align 1 %pair, i64 16, i1 false)
; CHECK: call void @guest.pow(ptr %[[COPY]])
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %scratch, ptr byval(%pair) %pair, i8 %c) #0 {
  call spir_func void @pow(ptr %pair) #1
  ret void
}

; CHECK: define internal void @guest.pow(ptr %p) #[[PLAIN:[0-9]+]]
define spir_func void @pow(ptr %p) #1 {
  store i32 1, ptr %p
  ret void
}

; CHECK-NOT: noinline
; CHECK-NOT: unsafe-fp-math
; CHECK: attributes #[[KERNEL]] = { convergent nounwind "denormal-fp-math"="dynamic,dynamic" "lanewise-arguments"="v0,l8,b16,v32" "lanewise-kernel"="kernel.k" "no-builtins" }
; CHECK: attributes #[[PLAIN]] = { convergent nounwind "denormal-fp-math"="dynamic,dynamic" "no-builtins" }
; CHECK-NOT: unsafe-fp-math
attributes #0 = { nounwind "unsafe-fp-math"="true" }
attributes #1 = { noinline optnone "target-cpu"="penryn" }
