; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The required size of work-groups stays with the kernel: later stages choose lanes and constants by it.
; RUN: %cc --passes=lower-functions,flatten-address-spaces %s | FileCheck %s
; CHECK: define void @k(ptr %{{.*}}) {{.*}}!reqd_work_group_size ![[SIZE:[0-9]+]] {
; CHECK: ![[SIZE]] = !{i32 8, i32 4, i32 1}
define spir_kernel void @k(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  store i32 1, ptr addrspace(1) %p
  ret void
}
!0 = !{i32 8, i32 4, i32 1}
