; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that waits for a volatile value of local memory yields before the load becomes a plain one.
; RUN: %cc --passes=insert-yields,drop-local-volatile %s | FileCheck %s
; CHECK-LABEL: define {{.*}}@k
; CHECK: loop:
; CHECK: %v = load i32, ptr addrspace(3) %l
; CHECK: call {{.*}}@lanewise.yield
define void @k(ptr addrspace(3) %l) "lanewise-kernel"="a" {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(3) %l, align 4
  %again = icmp eq i32 %v, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}
