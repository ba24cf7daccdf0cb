; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Scalars take 8 bytes, vectors their own size padded to 8; the call goes through the launch record.
; RUN: %cc --passes=lower-printf %s | FileCheck %s
; CHECK-LABEL: define i32 @k
; CHECK: %[[BLOCK:.*]] = alloca [5 x i64]
; CHECK: store i64 %{{.*}}, ptr %{{.*}}, align 8
; CHECK: store double %{{.*}}, ptr %{{.*}}, align 8
; CHECK: store <3 x float> %v, ptr %{{.*}}, align 8
; CHECK: store ptr %{{.*}}, ptr %{{.*}}, align 8
; CHECK: %[[LAUNCH:.*]] = call ptr @lanewise.launch()
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[LAUNCH]], i64 120
; CHECK: %[[HOST:.*]] = load ptr, ptr %[[PLACE]]
; CHECK: call i32 %[[HOST]](ptr %[[LAUNCH]], ptr {{.*}}, ptr %[[BLOCK]], i64 40)
; CHECK: attributes {{.*}} "lanewise-uses-host-calls"
@format = addrspace(2) constant [3 x i8] c"%d\00"
define i32 @k(i8 %i, float %f, <3 x float> %v, ptr addrspace(2) %s) {
  %r = call i32 @_Z18__spirv_ocl_printfPU3AS2cifDv3_fPU3AS2c(ptr addrspace(2) @format, i8 %i, float %f, <3 x float> %v, ptr addrspace(2) %s)
  ret i32 %r
}
declare i32 @_Z18__spirv_ocl_printfPU3AS2cifDv3_fPU3AS2c(ptr addrspace(2), i8, float, <3 x float>, ptr addrspace(2))
