; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function that reads ids, images, local variables or printf's buffer stays a function, and one with
; atomic and volatile accesses or reports of checks, if none of its loops waits for other work-items. What work-items do
; together, or what depends on the frame of the kernel, is inlined. The flag takes the place of size.
; RUN: %cc --passes=inline-functions %s | %result --heads %s
@variable = internal addrspace(3) global i32 undef
define void @k(ptr %p, target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %image) #0 {
  call i64 @id()
  call i32 @checked(i32 1)
  call <2 x i32> @size(target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %image)
  call i32 @local()
  call void @count(ptr %p)
  call float @add(ptr %p)
  call i32 @poll(ptr %p)
  call void @wait(ptr %p)
  call void @waitByCall(ptr %p)
  call void @waitForVariable(ptr %p, ptr %p)
  call void @barrier()
  call void @barrierInCallee()
  call i32 @any(i32 1)
  call i32 @space(ptr addrspace(4) null)
  call void @event(target("spirv.Event") zeroinitializer)
  ret void
}
;= define void @k(ptr %p, target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %image) "lanewise-kernel"="kernel.k"
define internal i64 @id() {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ret i64 %id
}
;= define internal i64 @id() "lanewise-out-of-line"
define internal i32 @checked(i32 %x) {
  %launch = call ptr @lanewise.launch()
  %report = load ptr, ptr %launch
  call void %report(ptr %launch) "lanewise-host-call"="check"
  ret i32 %x
}
;= define internal i32 @checked(i32 %x) "lanewise-out-of-line"
define internal <2 x i32> @size(target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %image) {
  %size = call <2 x i32> @_Z32__spirv_ImageQuerySizeLod_Rint2PU3AS133__spirv_Image__float_1_0_0_0_0_0_0i(target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %image, i32 0)
  ret <2 x i32> %size
}
;= define internal <2 x i32> @size(target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0) %image) "lanewise-out-of-line"
define internal i32 @local() {
  %x = load i32, ptr addrspace(3) @variable
  ret i32 %x
}
;= define internal i32 @local() "lanewise-out-of-line"
define internal void @count(ptr %p) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  atomicrmw add ptr %p, i32 1 monotonic
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 10
  br i1 %ends, label %end, label %loop
end:
  ret void
}
;= define internal void @count(ptr nocapture %p) "lanewise-out-of-line"
; It repeats a compare-and-exchange with what it has read.
define internal float @add(ptr %p) {
  %first = load i32, ptr %p
  br label %loop
loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %new = add i32 %old, 7
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %found = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  %result = bitcast i32 %found to float
  ret float %result
}
;= define internal float @add(ptr nocapture %p) "lanewise-out-of-line"
define internal i32 @poll(ptr %p) {
  %x = load volatile i32, ptr %p
  ret i32 %x
}
;= define internal i32 @poll(ptr %p) "lanewise-out-of-line"
; These wait.
define internal void @wait(ptr %p) {
  br label %loop
loop:
  %x = load volatile i32, ptr %p
  %done = icmp eq i32 %x, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}
;= (gone)
define internal void @waitByCall(ptr %p) {
  br label %loop
loop:
  %x = call i32 @poll(ptr %p)
  %done = icmp eq i32 %x, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}
;= (gone)
; What it waits for passes through a variable of its caller.
define internal void @waitForVariable(ptr %p, ptr %variable) {
  br label %loop
loop:
  %x = load volatile i32, ptr %p
  store i32 %x, ptr %variable
  %y = load i32, ptr %variable
  %done = icmp eq i32 %y, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}
;= (gone)
define internal void @barrier() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
;= (gone)
define internal void @barrierInCallee() {
  call void @barrier()
  ret void
}
;= (gone)
define internal i32 @any(i32 %x) {
  %y = call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %x)
  ret i32 %y
}
;= (gone)
define internal i32 @space(ptr addrspace(4) %p) {
  %space = call i32 @_Z32__spirv_GenericPtrMemSemanticsPU3AS4c(ptr addrspace(4) %p)
  ret i32 %space
}
;= (gone)
define internal void @event(target("spirv.Event") %event) {
  ret void
}
;= (gone)
declare ptr @lanewise.launch() nounwind speculatable willreturn memory(none)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare <2 x i32> @_Z32__spirv_ImageQuerySizeLod_Rint2PU3AS133__spirv_Image__float_1_0_0_0_0_0_0i(target("spirv.Image", i32, 1, 0, 0, 0, 0, 0, 0), i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
declare i32 @_Z32__spirv_GenericPtrMemSemanticsPU3AS4c(ptr addrspace(4))
attributes #0 = { "lanewise-kernel"="kernel.k" }
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-least-out-of-line", i32 1}
