; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; How each type is passed: integers sign-extended, a boolean zero-extended, half as double, a vector
; of char as its bytes. The block is made in the entry block, wherever the call is.
; RUN: %cc --passes=lower-printf %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK-NEXT: %[[BLOCK:.*]] = alloca [5 x i64]
; CHECK: prints:
; CHECK-DAG: zext i1 %b to i64
; CHECK-DAG: sext i16 %s to i64
; CHECK-DAG: fpext half %h to double
; CHECK-DAG: store i64 %l, ptr %{{.*}}, align 8
; CHECK-DAG: store <4 x i8> %v, ptr %{{.*}}, align 8
; CHECK: call i32 %{{.*}}, ptr %[[BLOCK]], i64 40)
; CHECK-NOT: printf{{.*}}call
; CHECK: ret void
define void @k(i1 %c, i1 %b, i16 %s, half %h, i64 %l, <4 x i8> %v) {
entry:
  br i1 %c, label %prints, label %done
prints:
  %r = call i32 @_Z18__spirv_ocl_printfPU3AS2cbsDhlDv4_c(ptr addrspace(2) @format, i1 %b, i16 %s, half %h, i64 %l, <4 x i8> %v)
  br label %done
done:
  ret void
}
@format = addrspace(2) constant [3 x i8] c"%d\00"
declare i32 @_Z18__spirv_ocl_printfPU3AS2cbsDhlDv4_c(ptr addrspace(2), i1, i16, half, i64, <4 x i8>)
