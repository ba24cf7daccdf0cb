; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Flags of the launch are fields of 32 bits, which are loaded before the loop over groups. What the
; kernel does not ask for is not loaded.
; RUN: %cc --passes=kernel-entry,dce %s | FileCheck %s
declare i1 @lanewise.has_distinct_buffers()
declare i1 @lanewise.is_concurrent()
declare void @use(i1)

; CHECK-LABEL: define void @symbol(
; CHECK: entry:
; CHECK-NOT: getelementptr inbounds i8, ptr %launch, i64 100
; CHECK: %[[DISTINCTP:.*]] = getelementptr inbounds i8, ptr %launch, i64 104
; CHECK-NEXT: %[[DISTINCT:.*]] = load i32, ptr %[[DISTINCTP]], align 8, !invariant.load
; CHECK-NEXT: %[[IS_DISTINCT:.*]] = icmp ne i32 %[[DISTINCT]], 0
; CHECK-NEXT: %[[CONCURRENTP:.*]] = getelementptr inbounds i8, ptr %launch, i64 108
; CHECK-NEXT: %[[CONCURRENT:.*]] = load i32, ptr %[[CONCURRENTP]], align 4, !invariant.load
; CHECK-NEXT: %[[IS_CONCURRENT:.*]] = icmp ne i32 %[[CONCURRENT]], 0
; CHECK: group:
; CHECK: call void @use(i1 %[[IS_DISTINCT]])
; CHECK: call void @use(i1 %[[IS_CONCURRENT]])
define internal void @kernel() "lanewise-kernel"="symbol" "lanewise-arguments"="" {
  %distinct = call i1 @lanewise.has_distinct_buffers()
  call void @use(i1 %distinct)
  %concurrent = call i1 @lanewise.is_concurrent()
  call void @use(i1 %concurrent)
  ret void
}

; CHECK-LABEL: define void @plain(
; CHECK-NOT: getelementptr inbounds i8, ptr %launch, i64 {{10[048]$}}
; CHECK: ret void
define internal void @without() "lanewise-kernel"="plain" "lanewise-arguments"="" {
  call void @use(i1 true)
  ret void
}
