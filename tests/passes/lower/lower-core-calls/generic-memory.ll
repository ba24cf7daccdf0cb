; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The address space of a generic pointer: a constant if the compiler knows it, otherwise computed at
; run time.
; RUN: %cc --passes=lower-core-calls %s | FileCheck %s

; CHECK-LABEL: define void @known
; CHECK-NOT: frameaddress
; CHECK: store ptr addrspace(3) null
; CHECK: store i32 512
define void @known(ptr addrspace(1) %p, ptr %out) {
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %local = call ptr addrspace(3) @_Z41__spirv_GenericCastToPtrExplicit_ToLocalPU3AS4ci(ptr addrspace(4) %generic, i32 4)
  store ptr addrspace(3) %local, ptr %out
  %semantics = call i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4c(ptr addrspace(4) %generic)
  store i32 %semantics, ptr %out
  ret void
}

; CHECK-LABEL: define void @unknown
; CHECK: %[[BASE:.*]] = call ptr @lanewise.local_memory()
; CHECK: %[[BYTES:.*]] = call i64 @lanewise.local_bytes()
; CHECK: %[[IS:.*]] = icmp ult i64 %{{.*}}, %[[BYTES]]
; CHECK: select i1 %[[IS]], ptr addrspace(3) %{{.*}}, ptr addrspace(3) null
; CHECK: call i64 @lanewise.spill_bytes()
; CHECK: call i64 @lanewise.argument_bytes()
; CHECK: call ptr @llvm.frameaddress
define void @unknown(ptr addrspace(4) %generic, ptr %out) {
  %local = call ptr addrspace(3) @_Z41__spirv_GenericCastToPtrExplicit_ToLocalPU3AS4ci(ptr addrspace(4) %generic, i32 4)
  store ptr addrspace(3) %local, ptr %out
  %semantics = call i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4c(ptr addrspace(4) %generic)
  store i32 %semantics, ptr %out
  ret void
}
declare ptr addrspace(3) @_Z41__spirv_GenericCastToPtrExplicit_ToLocalPU3AS4ci(ptr addrspace(4), i32)
declare i32 @_Z30__spirv_GenericPtrMemSemanticsPU3AS4c(ptr addrspace(4))
