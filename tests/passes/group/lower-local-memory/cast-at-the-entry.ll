; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The first instruction of a kernel is a cast that is removed, and a second variable follows.
; RUN: %cc --passes=lower-local-memory %s | FileCheck %s
; CHECK: %[[BASE:.*]] = call ptr @lanewise.local_memory()
; CHECK: %[[X:.*]] = getelementptr inbounds i8, ptr %[[BASE]], i64 0
; CHECK: %[[Y:.*]] = getelementptr inbounds i8, ptr %[[BASE]], i64 8
; CHECK: store i64 1, ptr %[[X]]
; CHECK: store i32 2, ptr %[[Y]]
@x = internal addrspace(3) global i64 undef, align 8
@y = internal addrspace(3) global i32 undef, align 4

define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  %castx = addrspacecast ptr addrspace(3) @x to ptr
  %casty = addrspacecast ptr addrspace(3) @y to ptr
  store i64 1, ptr %castx
  store i32 2, ptr %casty
  ret void
}
