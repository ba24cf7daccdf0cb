; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A mask of several blocks was a byte for each lane, which each block packed and unpacked.
; RUN: %cc --level=x86-64-v3 --passes=widen-masks %s | FileCheck %s
declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, i32, <16 x i1>)

; CHECK-LABEL: define <16 x i32> @loop(
; CHECK: %[[LIVE:.*]] = phi <16 x i32> [ <i32 -1, {{.*}}>, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: phi <16 x i1>
; CHECK: %inside = fcmp ole <16 x float>
; CHECK: %[[INSIDE:.*]] = sext <16 x i1> %inside to <16 x i32>
; CHECK: %[[FROZEN:.*]] = freeze <16 x i32> %[[INSIDE]]
; CHECK: %[[NEXT]] = and <16 x i32> %[[LIVE]], %[[FROZEN]]
; CHECK: %[[CHOICE:.*]] = icmp slt <16 x i32> %[[NEXT]], zeroinitializer
; CHECK: select <16 x i1> %[[CHOICE]], <16 x i32> %more, <16 x i32> %count
; CHECK: %[[LOW:.*]] = shufflevector <16 x i32> %[[NEXT]], <16 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[HIGH:.*]] = shufflevector <16 x i32> %[[NEXT]], <16 x i32> poison, <8 x i32> <i32 8,
; CHECK: %[[EITHER:.*]] = or <8 x i32> %[[LOW]], %[[HIGH]]
; CHECK: %[[SIGNS:.*]] = icmp slt <8 x i32> %[[EITHER]], zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[SIGNS]] to i8
; CHECK: %any = icmp ne i8 %[[BITS]], 0
define <16 x i32> @loop(<16 x float> %step) {
entry:
  br label %loop
loop:
  %live = phi <16 x i1> [ splat (i1 1), %entry ], [ %next, %loop ]
  %x = phi <16 x float> [ zeroinitializer, %entry ], [ %far, %loop ]
  %count = phi <16 x i32> [ zeroinitializer, %entry ], [ %counted, %loop ]
  %inside = fcmp ole <16 x float> %x, splat (float 4.0)
  %next = select <16 x i1> %live, <16 x i1> %inside, <16 x i1> zeroinitializer
  %more = add <16 x i32> %count, splat (i32 1)
  %counted = select <16 x i1> %next, <16 x i32> %more, <16 x i32> %count
  %far = fadd <16 x float> %x, %step
  %bits = bitcast <16 x i1> %next to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x i32> %counted
}

; Another block, all lanes, what all lanes have, and bits that are counted.
; CHECK-LABEL: define i16 @blocks(
; CHECK: %[[A:.*]] = sext <16 x i1> %a to <16 x i32>
; CHECK: %[[SCALAR:.*]] = sext i1 %uniform to i32
; CHECK: insertelement <16 x i32> poison, i32 %[[SCALAR]]
; CHECK: %[[SAME:.*]] = shufflevector
; CHECK: %[[BOTH:.*]] = or <16 x i32> %[[A]], %[[FROZEN:.*]]
; CHECK: and <8 x i32>
; CHECK: icmp eq i8 %{{.*}}, -1
; CHECK: then:
; CHECK: %[[HERE:.*]] = icmp slt <16 x i32> %[[BOTH]], zeroinitializer
; CHECK: call void @llvm.masked.store.v16i32.p0({{.*}}, <16 x i1> %[[HERE]])
; CHECK: bitcast <16 x i1> %[[HERE]] to i16
define i16 @blocks(ptr %p, <16 x i32> %v, i1 %uniform) {
  %a = icmp sgt <16 x i32> %v, zeroinitializer
  %one = insertelement <16 x i1> poison, i1 %uniform, i64 0
  %same = shufflevector <16 x i1> %one, <16 x i1> poison, <16 x i32> zeroinitializer
  %both = select <16 x i1> %a, <16 x i1> splat (i1 1), <16 x i1> %same
  %bits = bitcast <16 x i1> %both to i16
  %all = icmp eq i16 %bits, -1
  br i1 %all, label %end, label %then
then:
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr %p, i32 4, <16 x i1> %both)
  %number = bitcast <16 x i1> %both to i16
  %count = call i16 @llvm.ctpop.i16(i16 %number)
  ret i16 %count
end:
  ret i16 0
}

; The sides of a branch: what one has is not in the other. One comparison.
; CHECK-LABEL: define <16 x i32> @sides(
; CHECK: %[[LIVE:.*]] = phi <16 x i32>
; CHECK: %[[FIRST:.*]] = and <16 x i32> %[[LIVE]], %{{.*}}
; CHECK: icmp slt <16 x i32> %[[FIRST]], zeroinitializer
; CHECK: %[[SECOND:.*]] = xor <16 x i32> %[[LIVE]], %[[FIRST]]
; CHECK: icmp slt <16 x i32> %[[SECOND]], zeroinitializer
define <16 x i32> @sides(<16 x i32> %v, <16 x i32> %w, <16 x i1> %all, i1 %c) {
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %live = phi <16 x i1> [ %all, %0 ], [ splat (i1 1), %then ]
  %less = icmp slt <16 x i32> %v, %w
  %not = xor <16 x i1> %less, splat (i1 1)
  %first = select <16 x i1> %live, <16 x i1> %less, <16 x i1> zeroinitializer
  %second = select <16 x i1> %live, <16 x i1> %not, <16 x i1> zeroinitializer
  %x = select <16 x i1> %first, <16 x i32> %v, <16 x i32> zeroinitializer
  %y = select <16 x i1> %second, <16 x i32> %w, <16 x i32> %x
  ret <16 x i32> %y
}

; Of one block: a comparison whose result is compared with what all lanes have. LLVM packed the first one to bytes.
; CHECK-LABEL: define <16 x i32> @exchange(
; CHECK: %[[MORE:.*]] = sext <16 x i1> %more to <16 x i32>
; CHECK: %[[OTHER:.*]] = xor <16 x i32> %[[MORE]], %{{.*}}
; CHECK: %[[CHOICE:.*]] = icmp slt <16 x i32> %[[OTHER]], zeroinitializer
; CHECK: select <16 x i1> %[[CHOICE]], <16 x i32> %v, <16 x i32> %w
define <16 x i32> @exchange(<16 x i32> %v, <16 x i32> %w, i1 %up) {
  %more = icmp ugt <16 x i32> %v, %w
  %one = insertelement <16 x i1> poison, i1 %up, i64 0
  %all = shufflevector <16 x i1> %one, <16 x i1> poison, <16 x i32> zeroinitializer
  %other = xor <16 x i1> %more, %all
  %result = select <16 x i1> %other, <16 x i32> %v, <16 x i32> %w
  ret <16 x i32> %result
}

; Left as they are: masks of one block that are comparisons, and those of more than two registers.
; CHECK-LABEL: define <16 x double> @others(
; CHECK-NOT: sext
; CHECK: ret
define <16 x double> @others(<16 x double> %x, <16 x double> %y, <16 x i32> %i, ptr %p, i1 %c) {
  %low = icmp slt <16 x i32> %i, splat (i32 5)
  %small = select <16 x i1> %low, <16 x i32> %i, <16 x i32> zeroinitializer
  store <16 x i32> %small, ptr %p
  %less = fcmp olt <16 x double> %x, %y
  br i1 %c, label %then, label %end
then:
  %least = select <16 x i1> %less, <16 x double> %x, <16 x double> %y
  ret <16 x double> %least
end:
  ret <16 x double> %x
}
declare i16 @llvm.ctpop.i16(i16)
