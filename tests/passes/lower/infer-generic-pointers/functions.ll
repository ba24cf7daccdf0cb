; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line is copied for each list of address spaces of its arguments, and so is what it
; calls. Calls with pointers of unknown address spaces keep the generic function.
; RUN: %cc --passes=infer-generic-pointers %s | %result %s
@local = internal addrspace(3) global i32 undef
define void @k(ptr addrspace(1) %m, ptr addrspace(4) %unknown) #0 {
  %g = addrspacecast ptr addrspace(1) %m to ptr addrspace(4)
  call void @f(ptr addrspace(4) %g, i32 1)
  call void @f(ptr addrspace(4) addrspacecast (ptr addrspace(3) @local to ptr addrspace(4)), i32 2)
  call void @f(ptr addrspace(4) addrspacecast (ptr addrspace(3) @local to ptr addrspace(4)), i32 3)
  call void @g(ptr addrspace(4) %unknown)
  ret void
}
;= define void @k(ptr addrspace(1) %m, ptr addrspace(4) %unknown) "lanewise-kernel"="kernel.k" {
;=   %g = addrspacecast ptr addrspace(1) %m to ptr addrspace(4)
;=   %1 = addrspacecast ptr addrspace(4) %g to ptr addrspace(1)
;=   call void @f.1(ptr addrspace(1) %1, i32 1)
;=   call void @f.2(ptr addrspace(3) @local, i32 2)
;=   call void @f.2(ptr addrspace(3) @local, i32 3)
;=   call void @g(ptr addrspace(4) %unknown)
;=   ret void
;= }
define internal void @f(ptr addrspace(4) %p, i32 %x) #1 {
  %next = getelementptr i32, ptr addrspace(4) %p, i32 %x
  call void @g(ptr addrspace(4) %next)
  ret void
}
;= (gone)
define internal void @g(ptr addrspace(4) nocapture %p) #1 {
  atomicrmw add ptr addrspace(4) %p, i32 1 monotonic
  ret void
}
;= define internal void @g(ptr addrspace(4) nocapture %p) "lanewise-out-of-line" {
;=   %1 = atomicrmw add ptr addrspace(4) %p, i32 1 monotonic, align 4
;=   ret void
;= }
attributes #0 = { "lanewise-kernel"="kernel.k" }
attributes #1 = { "lanewise-out-of-line" }
;= define internal void @f.1(ptr addrspace(1) %p, i32 %x) "lanewise-out-of-line" {
;=   %1 = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
;=   %next = getelementptr i32, ptr addrspace(4) %1, i32 %x
;=   %2 = addrspacecast ptr addrspace(4) %next to ptr addrspace(1)
;=   call void @g.3(ptr addrspace(1) %2)
;=   ret void
;= }
;= define internal void @f.2(ptr addrspace(3) %p, i32 %x) "lanewise-out-of-line" {
;=   %1 = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
;=   %next = getelementptr i32, ptr addrspace(4) %1, i32 %x
;=   %2 = addrspacecast ptr addrspace(4) %next to ptr addrspace(3)
;=   call void @g.4(ptr addrspace(3) %2)
;=   ret void
;= }
;= define internal void @g.3(ptr addrspace(1) nocapture %p) "lanewise-out-of-line" {
;=   %1 = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 4
;=   ret void
;= }
;= define internal void @g.4(ptr addrspace(3) nocapture %p) "lanewise-out-of-line" {
;=   %1 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic, align 4
;=   ret void
;= }
