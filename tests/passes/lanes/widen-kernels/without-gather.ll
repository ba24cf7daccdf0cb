; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where the processor gathers and scatters no such elements, each lane has its own access: of a whole
; OpenCL vector, and to memory that nobody reads if the lane is inactive. Bytes are gathered in the
; words that contain them.
; RUN: %cc --level=x86-64-v2 --passes=%widen %s | FileCheck --check-prefixes=CHECK,V2 %s
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck --check-prefixes=CHECK,V4 %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @numbers(
; V4: call <4 x float> @llvm.masked.gather
; V2: %inactive = alloca [128 x i8], align 64, !lanewise.scratch !{{[0-9]+}}
; V2: %[[SAFE:.*]] = select <4 x i1> %live, <4 x ptr> %{{.*}}, <4 x ptr> %{{.*}}
; V2: %[[ADDRESS:.*]] = extractelement <4 x ptr> %[[SAFE]], i64 0
; V2: %[[X:.*]] = load float, ptr %[[ADDRESS]]
; V2: insertelement <4 x float> poison, float %[[X]], i64 0
; V2-NOT: masked
; V2: %[[TO:.*]] = select <4 x i1> %live, <4 x ptr>
; V2: %[[SECOND:.*]] = extractelement <4 x ptr> %[[TO]], i64 1
; V2: store float %{{.*}}, ptr %[[SECOND]]
define void @numbers(ptr %a, i64 %n) "lanewise-kernel"="numbers" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  %at = getelementptr float, ptr %a, i64 %row
  %x = load float, ptr %at
  %y = fneg float %x
  store float %y, ptr %at
  ret void
}

; CHECK-LABEL: define void @quadruples(
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; CHECK: store <4 x float> %{{.*}}, ptr %{{.*}}, align 16
; CHECK-NOT: {{gather|scatter}}
define void @quadruples(ptr %a, i64 %n) "lanewise-kernel"="quadruples" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  %at = getelementptr <4 x float>, ptr %a, i64 %row
  %x = load <4 x float>, ptr %at
  %y = fneg <4 x float> %x
  store <4 x float> %y, ptr %at
  ret void
}

; CHECK-LABEL: define void @bytes(
; V4: %[[INWORD:.*]] = and <4 x i64> %{{.*}}, <i64 3, i64 3, i64 3, i64 3>
; V4: %[[WORDS:.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(
; V4: %[[MOVED:.*]] = lshr <4 x i32> %[[WORDS]],
; V4: trunc <4 x i32> %[[MOVED]] to <4 x i8>
; V2: load i8
define void @bytes(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="bytes" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  %at = getelementptr i8, ptr %a, i64 %row
  %x = load i8, ptr %at
  %to = getelementptr i8, ptr %b, i64 %id
  store i8 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
