; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Many addresses at constant distances are computed where they are used, a few stay where they are.
; RUN: %cc --passes=repeat-addresses %s | FileCheck %s

declare void @use(...)

; The address that others are computed from is repeated, too. A phi has it from the block before.
; CHECK-LABEL: define void @many(
; CHECK-NEXT: entry:
; CHECK-NEXT: %lanes = getelementptr i8, ptr %p, <2 x i64> <i64 0, i64 8>
; CHECK-NEXT: %varying = getelementptr i8, ptr %p, i64 %index
; CHECK-NEXT: %here = extractelement <2 x ptr> %lanes, i64 1
; CHECK-NEXT: br i1
; CHECK: then:
; CHECK: getelementptr i8, ptr %p, i64 768
; CHECK: getelementptr i8, ptr %p, <2 x i64> <i64 0, i64 8>
; CHECK: call void (...) @use(
; CHECK: middle:
; CHECK-NEXT: %[[OUTER:.*]] = getelementptr i8, ptr %p, i64 1024
; CHECK-NEXT: %[[INNER:.*]] = getelementptr i8, ptr %[[OUTER]], i64 4
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: phi ptr [ %[[INNER]], %middle ]
; CHECK-NOT: getelementptr
define void @many(ptr %p, i64 %index, i1 %condition) {
entry:
  %a0 = getelementptr i8, ptr %p, i64 0
  %a1 = getelementptr i8, ptr %p, i64 16
  %a2 = getelementptr i8, ptr %p, i64 32
  %a3 = getelementptr i8, ptr %p, i64 48
  %a4 = getelementptr i8, ptr %p, i64 64
  %a5 = getelementptr i8, ptr %p, i64 80
  %a6 = getelementptr i8, ptr %p, i64 96
  %a7 = getelementptr i8, ptr %p, i64 112
  %a8 = getelementptr i8, ptr %p, i64 128
  %a9 = getelementptr i8, ptr %p, i64 144
  %a10 = getelementptr i8, ptr %p, i64 160
  %a11 = getelementptr i8, ptr %p, i64 176
  %a12 = getelementptr i8, ptr %p, i64 192
  %a13 = getelementptr i8, ptr %p, i64 208
  %a14 = getelementptr i8, ptr %p, i64 224
  %a15 = getelementptr i8, ptr %p, i64 240
  %a16 = getelementptr i8, ptr %p, i64 256
  %a17 = getelementptr i8, ptr %p, i64 272
  %a18 = getelementptr i8, ptr %p, i64 288
  %a19 = getelementptr i8, ptr %p, i64 304
  %a20 = getelementptr i8, ptr %p, i64 320
  %a21 = getelementptr i8, ptr %p, i64 336
  %a22 = getelementptr i8, ptr %p, i64 352
  %a23 = getelementptr i8, ptr %p, i64 368
  %a24 = getelementptr i8, ptr %p, i64 384
  %a25 = getelementptr i8, ptr %p, i64 400
  %a26 = getelementptr i8, ptr %p, i64 416
  %a27 = getelementptr i8, ptr %p, i64 432
  %a28 = getelementptr i8, ptr %p, i64 448
  %a29 = getelementptr i8, ptr %p, i64 464
  %a30 = getelementptr i8, ptr %p, i64 480
  %a31 = getelementptr i8, ptr %p, i64 496
  %a32 = getelementptr i8, ptr %p, i64 512
  %a33 = getelementptr i8, ptr %p, i64 528
  %a34 = getelementptr i8, ptr %p, i64 544
  %a35 = getelementptr i8, ptr %p, i64 560
  %a36 = getelementptr i8, ptr %p, i64 576
  %a37 = getelementptr i8, ptr %p, i64 592
  %a38 = getelementptr i8, ptr %p, i64 608
  %a39 = getelementptr i8, ptr %p, i64 624
  %a40 = getelementptr i8, ptr %p, i64 640
  %a41 = getelementptr i8, ptr %p, i64 656
  %a42 = getelementptr i8, ptr %p, i64 672
  %a43 = getelementptr i8, ptr %p, i64 688
  %a44 = getelementptr i8, ptr %p, i64 704
  %a45 = getelementptr i8, ptr %p, i64 720
  %a46 = getelementptr i8, ptr %p, i64 736
  %a47 = getelementptr i8, ptr %p, i64 752
  %a48 = getelementptr i8, ptr %p, i64 768
  %lanes = getelementptr i8, ptr %p, <2 x i64> <i64 0, i64 8>
  %outer = getelementptr i8, ptr %p, i64 1024
  %inner = getelementptr i8, ptr %outer, i64 4
  %varying = getelementptr i8, ptr %p, i64 %index
  %here = extractelement <2 x ptr> %lanes, i64 1
  br i1 %condition, label %then, label %middle
then:
  call void (...) @use(ptr %a0, ptr %a1, ptr %a2, ptr %a3, ptr %a4, ptr %a5, ptr %a6,
                    ptr %a7, ptr %a8, ptr %a9, ptr %a10, ptr %a11, ptr %a12, ptr %a13,
                    ptr %a14, ptr %a15, ptr %a16, ptr %a17, ptr %a18, ptr %a19, ptr %a20,
                    ptr %a21, ptr %a22, ptr %a23, ptr %a24, ptr %a25, ptr %a26, ptr %a27,
                    ptr %a28, ptr %a29, ptr %a30, ptr %a31, ptr %a32, ptr %a33, ptr %a34,
                    ptr %a35, ptr %a36, ptr %a37, ptr %a38, ptr %a39, ptr %a40, ptr %a41,
                    ptr %a42, ptr %a43, ptr %a44, ptr %a45, ptr %a46, ptr %a47, ptr %a48)
  call void (...) @use(<2 x ptr> %lanes, ptr %varying, ptr %here)
  ret void
middle:
  br label %end
end:
  %chosen = phi ptr [ %inner, %middle ]
  call void (...) @use(ptr %chosen)
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK: entry:
; CHECK-NEXT: getelementptr
; CHECK: then:
; CHECK-NEXT: call
define void @few(ptr %p) {
entry:
  %address = getelementptr i8, ptr %p, i64 16
  br label %then
then:
  call void (...) @use(ptr %address)
  ret void
}
