; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A choice between a number and a bound behind another one with the same bound: NaN passes the first
; one, not the second one. instcombine drops the second one.
; RUN: %cc --passes=combine-instructions %s -o - | FileCheck %s --implicit-check-not="call {{.*}}fence"

; CHECK-LABEL: define float @same(
; CHECK: %m = select i1 %{{.*}}, float 1.000000e+00, float %x
; CHECK: %r = select i1 %{{.*}}, float %m, float 1.000000e+00
; CHECK-NEXT: ret float %r
define float @same(float %x) {
  %above = fcmp ogt float %x, 1.0
  %m = select i1 %above, float 1.0, float %x
  %below = fcmp olt float %m, 1.0
  %r = select i1 %below, float %m, float 1.0
  ret float %r
}

; A bound that is a double constant in the source: float is compared all the same.
; CHECK-LABEL: define float @double_bound(
; CHECK: %[[ABOVE:.*]] = fcmp ogt float %x, 1.000000e+00
; CHECK: %[[M:.*]] = select i1 %[[ABOVE]], float 1.000000e+00, float %x
; CHECK: %[[BELOW:.*]] = fcmp olt float %[[M]], 1.000000e+00
; CHECK: select i1 %[[BELOW]], float %[[M]], float 1.000000e+00
define float @double_bound(float %x) {
  %wide = fpext float %x to double
  %above = fcmp ogt double %wide, 1.0
  %m = select i1 %above, double 1.0, double %wide
  %narrow = fptrunc double %m to float
  %again = fpext float %narrow to double
  %below = fcmp olt double %again, 1.0
  %r = select i1 %below, double %again, double 1.0
  %result = fptrunc double %r to float
  ret float %result
}

; Signs and opposites.
; CHECK-LABEL: define float @negated(
; CHECK: %[[BELOW:.*]] = fcmp ule float %x, 1.000000e+00
; CHECK: %m = select i1 %[[BELOW]], float %x, float 1.000000e+00
; CHECK: %r = select i1 %{{.*}}, float 1.000000e+00, float %m
define float @negated(float %x) {
  %minus = fneg float %x
  %below = fcmp olt float %minus, -1.0
  %not = xor i1 %below, true
  %m = select i1 %not, float %x, float 1.0
  %minus.m = fneg float %m
  %above = fcmp ule float %minus.m, -1.0
  %r = select i1 %above, float 1.0, float %m
  ret float %r
}

; Choices of bits, as `?:` makes them of vectors.
; CHECK-LABEL: define <4 x float> @bits(
; CHECK: %[[M:.*]] = select <4 x i1> %{{.*}}, <4 x float> <float 1.000000e+00, {{.*}}>, <4 x float> %x
; CHECK: %[[R:.*]] = select <4 x i1> %{{.*}}, <4 x float> %[[M]], <4 x float> <float 1.000000e+00,
; CHECK: ret <4 x float> %[[R]]
define <4 x float> @bits(<4 x float> %x) {
  %above = fcmp ogt <4 x float> %x, splat (float 1.0)
  %mask = sext <4 x i1> %above to <4 x i32>
  %bits = bitcast <4 x float> %x to <4 x i32>
  %not = xor <4 x i32> %mask, splat (i32 -1)
  %kept = and <4 x i32> %bits, %not
  %bound = and <4 x i32> %mask, splat (i32 1065353216)
  %chosen = or <4 x i32> %kept, %bound
  %m = bitcast <4 x i32> %chosen to <4 x float>
  %below = fcmp olt <4 x float> %m, splat (float 1.0)
  %r = select <4 x i1> %below, <4 x float> %m, <4 x float> splat (float 1.0)
  ret <4 x float> %r
}

; The first choice is in a loop. instcombine removes the phi behind it.
; CHECK-LABEL: define float @phi_of_one(
; CHECK: %below = fcmp olt float %m, 1.000000e+00
; CHECK: %r = select i1 %below, float %m, float 1.000000e+00
define float @phi_of_one(float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = phi float [ %x, %entry ], [ %z, %loop ]
  %above = fcmp ogt float %y, 1.0
  %m = select i1 %above, float 1.0, float %y
  %z = fmul float %m, 3.0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %p = phi float [ %m, %loop ]
  %below = fcmp olt float %p, 1.0
  %r = select i1 %below, float %p, float 1.0
  ret float %r
}

; It finds that one of the branches is never taken.
; CHECK-LABEL: define float @phi_of_two(
; CHECK: %below = fcmp olt float %m, 1.000000e+00
; CHECK: %r = select i1 %below, float %m, float 1.000000e+00
define float @phi_of_two(float %x, i32 %n) {
entry:
  %above = fcmp ogt float %x, 1.0
  %m = select i1 %above, float 1.0, float %x
  %even = and i32 %n, 2
  %never = icmp eq i32 %even, 1
  br i1 %never, label %other, label %exit
other:
  br label %exit
exit:
  %p = phi float [ %m, %entry ], [ 3.0, %other ]
  %below = fcmp olt float %p, 1.0
  %r = select i1 %below, float %p, float 1.0
  ret float %r
}

; It replaces the load by what was stored.
; CHECK-LABEL: define <4 x float> @loaded(
; CHECK: %below = fcmp olt <4 x float> %m, <float 1.000000e+00,
; CHECK: %r = select <4 x i1> %below, <4 x float> %m, <4 x float> <float 1.000000e+00,
define <4 x float> @loaded(<4 x float> %x, ptr %p) {
  %above = fcmp ogt <4 x float> %x, splat (float 1.0)
  %m = select <4 x i1> %above, <4 x float> splat (float 1.0), <4 x float> %x
  call void @llvm.masked.store.v4f32.p0(<4 x float> %m, ptr %p, i32 4, <4 x i1> splat (i1 true))
  %loaded = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %below = fcmp olt <4 x float> %loaded, splat (float 1.0)
  %r = select <4 x i1> %below, <4 x float> %loaded, <4 x float> splat (float 1.0)
  ret <4 x float> %r
}
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)

; It loads both numbers and chooses one.
; CHECK-LABEL: define float @loaded_choice(
; CHECK: %below = fcmp olt float %m, 1.000000e+00
; CHECK: %r = select i1 %below, float %m, float 1.000000e+00
@one = constant float 1.0
define float @loaded_choice(ptr %in) {
  %x = load float, ptr %in
  %above = fcmp ogt float %x, 1.0
  %p = select i1 %above, ptr @one, ptr %in
  %m = load float, ptr %p
  %below = fcmp olt float %m, 1.0
  %r = select i1 %below, float %m, float 1.0
  ret float %r
}

; It replaces the phi by the condition of the branch.
; CHECK-LABEL: define float @branches(
; CHECK: %m = select i1 %above, float 1.000000e+00, float %x
; CHECK: %below = fcmp olt float %m, 1.000000e+00
; CHECK: br i1 %below, label %then, label %otherwise
; CHECK: %r = phi float [ %m, %then ], [ 1.000000e+00, %otherwise ]
define float @branches(float %x, ptr %a, ptr %b) {
  %above = fcmp ogt float %x, 1.0
  %m = select i1 %above, float 1.0, float %x
  %below = fcmp olt float %m, 1.0
  br i1 %below, label %then, label %otherwise
then:
  store float 5.0, ptr %a
  br label %end
otherwise:
  store float 6.0, ptr %b
  br label %end
end:
  %p = phi i1 [ true, %then ], [ false, %otherwise ]
  %r = select i1 %p, float %m, float 1.0
  ret float %r
}

; The choice of a double that was a float: -0 stays.
; CHECK-LABEL: define double @negative_zero(
; CHECK: %below = fcmp olt float %x, 0.000000e+00
; CHECK: %r = select i1 %below, double 0.000000e+00, double %wide
define double @negative_zero(float %x) {
  %below = fcmp olt float %x, 0.0
  %wide = fpext float %x to double
  %r = select i1 %below, double 0.0, double %wide
  ret double %r
}

; The same, compared as a double.
; CHECK-LABEL: define half @negative_zero_of_half(
; CHECK: %[[BELOW:.*]] = fcmp olt float %x, 0.000000e+00
; CHECK: select i1 %[[BELOW]], half 0xH0000, half %narrow
define half @negative_zero_of_half(float %x) {
  %wide = fpext float %x to double
  %below = fcmp olt double %wide, 0.0
  %narrow = fptrunc float %x to half
  %r = select i1 %below, half 0.0, half %narrow
  ret half %r
}

; The comparison has two uses, and becomes one of the float.
; CHECK-LABEL: define double @negative_zero_compared_wider(
; CHECK: %below = fcmp olt float %x, 0.000000e+00
; CHECK: %r = select i1 %below, double 0.000000e+00, double %wide
define double @negative_zero_compared_wider(float %x, ptr %out) {
  %wide = fpext float %x to double
  %below = fcmp olt double %wide, 0.0
  %r = select i1 %below, double 0.0, double %wide
  %other = select i1 %below, double 5.0, double 7.0
  store double %other, ptr %out
  ret double %r
}

; CHECK-LABEL: define <2 x double> @negative_zero_of_a_lane(
; CHECK: %below = fcmp olt <2 x float> %x, <float 0.000000e+00, float 1.000000e+00>
; CHECK: %r = select <2 x i1> %below, <2 x double> <double 0.000000e+00, double 1.000000e+00>, <2 x double> %wide
define <2 x double> @negative_zero_of_a_lane(<2 x float> %x) {
  %below = fcmp olt <2 x float> %x, <float 0.0, float 1.0>
  %wide = fpext <2 x float> %x to <2 x double>
  %r = select <2 x i1> %below, <2 x double> <double 0.0, double 1.0>, <2 x double> %wide
  ret <2 x double> %r
}

; The number and the float that it was reach the choice through phis.
; CHECK-LABEL: define double @negative_zero_behind_loop(
; CHECK: %below = fcmp olt float %y, 0.000000e+00
; CHECK: %r = select i1 %below, double 0.000000e+00, double %wide
define double @negative_zero_behind_loop(float %x, i32 %n, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = phi float [ %x, %entry ], [ %z, %loop ]
  %wide = fpext float %y to double
  store volatile double %wide, ptr %out
  %z = fmul float %y, 3.0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %p = phi float [ %y, %loop ]
  %q = phi double [ %wide, %loop ]
  %below = fcmp olt float %p, 0.0
  %r = select i1 %below, double 0.0, double %q
  ret double %r
}

; Comparisons of one number are joined.
; CHECK-LABEL: define i1 @joined(
; CHECK: %both = fcmp oge float %x, 0.000000e+00
; CHECK-NEXT: ret i1 %both
define i1 @joined(float %x) {
  %above = fcmp ogt float %x, 0.0
  %equal = fcmp oeq float %x, 0.0
  %both = or i1 %above, %equal
  ret i1 %both
}

; A sign or an extension that is seen by several comparisons.
; CHECK-LABEL: define i1 @joined_absolute(
; CHECK: %both = fcmp oge float %{{.*}}, %y
; CHECK-NEXT: ret i1 %both
define i1 @joined_absolute(float %x, float %y) {
  %absolute = call float @llvm.fabs.f32(float %x)
  %above = fcmp ogt float %absolute, %y
  %equal = fcmp oeq float %absolute, %y
  %both = or i1 %above, %equal
  ret i1 %both
}

; CHECK-LABEL: define i1 @joined_extension(
; CHECK: %both = fcmp ole double %y, %{{.*}}
; CHECK-NEXT: ret i1 %both
define i1 @joined_extension(float %x, double %y) {
  %wide = fpext float %x to double
  %above = fcmp ogt double %wide, %y
  %equal = fcmp oeq double %wide, %y
  %both = or i1 %above, %equal
  ret i1 %both
}

; Numbers that were integers have no -0, but their bounds and opposites may be -0.
; CHECK-LABEL: define <2 x double> @integer_and_two_bounds(
; CHECK: %[[BELOW:.*]] = fcmp olt <2 x float> %x, <float -0.000000e+00, float 1.000000e+00>
; CHECK: %r = select <2 x i1> %[[BELOW]], <2 x double> <double -0.000000e+00, double 1.000000e+00>, <2 x double> %wide
; CHECK-NEXT: ret <2 x double> %r
define <2 x double> @integer_and_two_bounds(<2 x i32> %i) {
  %x = sitofp <2 x i32> %i to <2 x float>
  %below = fcmp olt <2 x float> %x, <float -0.0, float 1.0>
  %wide = fpext <2 x float> %x to <2 x double>
  %r = select <2 x i1> %below, <2 x double> <double -0.0, double 1.0>, <2 x double> %wide
  ret <2 x double> %r
}

; CHECK-LABEL: define double @integer_and_opposite(
; CHECK: %r = select i1 %{{.*}}, double %wide.b, double %wide.a
; CHECK: ret double %r
define double @integer_and_opposite(i32 %i, i32 %j, ptr %out) {
  %a = sitofp i32 %i to float
  %c = sitofp i32 %j to float
  %b = fneg float %c
  %wide.a = fpext float %a to double
  %wide.b = fpext float %b to double
  %below = fcmp nnan olt float %a, %b
  %r = select i1 %below, double %wide.b, double %wide.a
  store volatile double %wide.a, ptr %out
  store volatile double %wide.b, ptr %out
  ret double %r
}

; CHECK-LABEL: define i1 @integer(
; CHECK: %below = icmp slt i32 %i, 2
define i1 @integer(i32 %i) {
  %x = sitofp i32 %i to float
  %below = fcmp olt float %x, 1.5
  ret i1 %below
}

; A minimum where neither NaN nor signs of zeros matter.
; CHECK-LABEL: define float @minimum(
; CHECK: call nnan nsz float @llvm.minnum.f32(float %x, float %y)
define float @minimum(float %x, float %y) {
  %below = fcmp nnan nsz olt float %x, %y
  %r = select nnan nsz i1 %below, float %x, float %y
  ret float %r
}

; Code that is never reached may use what it defines.
; CHECK-LABEL: define float @unreachable(
define float @unreachable(float %x, ptr %out) {
  ret float %x
dead:
  %a = fneg float %a
  %below = fcmp olt float %a, 0.0
  store i1 %below, ptr %out
  br label %dead
}

; Constants get back what instcombine has cut.
; CHECK-LABEL: define i64 @constant(
; CHECK: add i64 %n, -1
; CHECK: shl i64
define i64 @constant(i64 %n, i64 %a) {
  %less = add i64 %n, -1
  %sum = add i64 %a, %less
  %shifted = shl i64 %sum, 17
  ret i64 %shifted
}
