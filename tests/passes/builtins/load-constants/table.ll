; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; With NEON, the constants of a function are in one table, each once. Those that one instruction makes, zeros, ones and
; distances of shifts are not in it.
; RUN: %cc -passes=load-constants %s | FileCheck %s
; CHECK: @[[TABLE:.*]] = private unnamed_addr constant <{ <4 x float>, <4 x i32> }> <{ <4 x float> <float 0x40090000A0000000, {{.*}}> }>, align 16
; CHECK-NOT: private
; CHECK-LABEL: define <4 x float> @neon
; CHECK: %[[A:.*]] = load <4 x float>, ptr @[[TABLE]], align 16, !invariant.load
; CHECK: call <4 x float> @llvm.fma.v4f32(<4 x float> %x, <4 x float> %x, <4 x float> %[[A]])
; CHECK: fmul <4 x float> %y, <float 5.000000e-01
; CHECK: fadd <4 x float> %w, <float 0x4160000000000000
; CHECK: %[[B:.*]] = load <4 x i32>, ptr getelementptr inbounds (i8, ptr @[[TABLE]], i64 16), align 16, !invariant.load
; CHECK: add <4 x i32> %b, %[[B]]
; CHECK: and <4 x i32> %s, <i32 2147483647
; CHECK: shl <4 x i32> %m, <i32 23
; CHECK: %[[C:.*]] = load <4 x float>, ptr @[[TABLE]]
; CHECK: fmul <4 x float> %f, %[[C]]
define <4 x float> @neon(<4 x float> %x) #0 {
  %y = call <4 x float> @llvm.fma.v4f32(<4 x float> %x, <4 x float> %x, <4 x float> splat (float 0x40090000A0000000))
  %w = fmul <4 x float> %y, splat (float 0.5)
  %v = fadd <4 x float> %w, splat (float 0x4160000000000000)
  %b = bitcast <4 x float> %v to <4 x i32>
  %s = add <4 x i32> %b, splat (i32 4660)
  %m = and <4 x i32> %s, splat (i32 2147483647)
  %l = shl <4 x i32> %m, splat (i32 23)
  %f = bitcast <4 x i32> %l to <4 x float>
  %r = fmul <4 x float> %f, splat (float 0x40090000A0000000)
  ret <4 x float> %r
}
attributes #0 = { "target-features"="+neon" }
