; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; As translated: the pointer is kept in a private variable, which must be a register before
; infer-generic-pointers.
define spir_kernel void @k(ptr addrspace(1) %out) {
  %place = alloca ptr addrspace(4)
  %generic = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr %place
  %p = load ptr addrspace(4), ptr %place
  store i32 1, ptr addrspace(4) %p
  ret void
}
