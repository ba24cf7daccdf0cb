; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Accesses of buffers and of local memory, atomic ones too, do not alias; generic and private ones may alias both. Memory in the
; constant address space is marked as invariant, and a buffer.
; RUN: %cc --passes=mark-address-spaces,flatten-address-spaces %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %x = load i32, ptr %c, align 4, !invariant.load !{{[0-9]+}}, !alias.scope ![[BUFFERS:[0-9]+]], !noalias ![[LOCAL:[0-9]+]]
; CHECK: %y = load i32, ptr %l, align 4, !alias.scope ![[LOCAL]], !noalias ![[BUFFERS]]
; CHECK: store i32 %x, ptr %g, align 4, !alias.scope ![[BUFFERS]], !noalias ![[LOCAL]]
; CHECK: store i32 %y, ptr %any, align 4{{$}}
; CHECK: store i32 %y, ptr %p, align 4{{$}}
; CHECK: load volatile i32, ptr %c, align 4, !alias.scope ![[BUFFERS]], !noalias ![[LOCAL]]
; CHECK: atomicrmw add ptr %l, i32 %x monotonic, align 4, !alias.scope ![[LOCAL]], !noalias ![[BUFFERS]]
; CHECK: cmpxchg ptr %g, i32 %x, i32 %y monotonic monotonic, align 4, !alias.scope ![[BUFFERS]], !noalias ![[LOCAL]]
; CHECK: ![[BUFFERS]] = !{![[BUFFER_SCOPE:[0-9]+]]}
; CHECK: ![[BUFFER_SCOPE]] = distinct !{![[BUFFER_SCOPE]], ![[DOMAIN:[0-9]+]], !"buffers"}
; CHECK: ![[LOCAL]] = !{![[LOCAL_SCOPE:[0-9]+]]}
; CHECK: ![[LOCAL_SCOPE]] = distinct !{![[LOCAL_SCOPE]], ![[DOMAIN]], !"local memory"}
define void @k(ptr addrspace(1) %g, ptr addrspace(2) %c, ptr addrspace(3) %l, ptr addrspace(4) %any) {
  %p = alloca i32
  %x = load i32, ptr addrspace(2) %c, align 4
  %y = load i32, ptr addrspace(3) %l, align 4
  store i32 %x, ptr addrspace(1) %g, align 4
  store i32 %y, ptr addrspace(4) %any, align 4
  store i32 %y, ptr %p, align 4
  %v = load volatile i32, ptr addrspace(2) %c, align 4
  %old = atomicrmw add ptr addrspace(3) %l, i32 %x monotonic, align 4
  %pair = cmpxchg ptr addrspace(1) %g, i32 %x, i32 %y monotonic monotonic, align 4
  ret void
}
