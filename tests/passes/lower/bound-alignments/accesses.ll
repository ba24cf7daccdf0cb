; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Accesses of vectors faulted where memory is aligned as their elements are, as programs for GPUs have it,
; and variables that are aligned by more than 4096 bytes did not build. Nothing relies on more than the
; alignment of a scalar, and pointers promise none.
; RUN: %cc --passes=bound-alignments %s | FileCheck %s
%pair = type { <4 x float>, i32 }
; CHECK: @table = addrspace(2) constant [2 x i32] [i32 1, i32 2], align 4096
@table = addrspace(2) constant [2 x i32] [i32 1, i32 2], align 65536
; CHECK: @own = addrspace(3) global [2 x i32] undef, align 256
@own = addrspace(3) global [2 x i32] undef, align 256
; CHECK: @natural = addrspace(3) global i32 undef{{$}}
@natural = addrspace(3) global i32 undef
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; CHECK: declare void @user(ptr, ptr byval(%pair) align 4096)
declare void @user(ptr align 16, ptr byval(%pair) align 8192)
; CHECK-LABEL: define void @k(ptr sret(%pair) align 4096 %r, ptr %p, ptr byval(%pair) align 64 %q)
define void @k(ptr sret(%pair) align 8192 %r, ptr align 16 %p, ptr byval(%pair) align 64 %q) {
; CHECK: alloca i32, align 4096
; CHECK: alloca i32, align 1024
  %v = alloca i32, align 8192
  %w = alloca i32, align 1024
; CHECK: load <4 x float>, ptr %p, align 4
  %a = load <4 x float>, ptr %p, align 16
; CHECK: load <16 x i8>, ptr %p, align 1
  %b = load <16 x i8>, ptr %p, align 16
; CHECK: load i32, ptr %p, align 4
  %c = load i32, ptr %p, align 8192
; CHECK: load i32, ptr %p, align 2
  %d = load i32, ptr %p, align 2
; CHECK: load %pair, ptr %p, align 8
  %e = load %pair, ptr %p, align 16
; CHECK: store volatile <2 x double> zeroinitializer, ptr %p, align 8
  store volatile <2 x double> zeroinitializer, ptr %p, align 16
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %r, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 256 %p, ptr align 4 %r, i64 32, i1 false)
; CHECK: call void @user(ptr %p, ptr byval(%pair) align 16 %r)
  call void @user(ptr align 16 %p, ptr byval(%pair) align 16 %r)
  ret void
}
