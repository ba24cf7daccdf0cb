; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rows that share loads run together: what is the same for them is loaded once.
; RUN: %cc --from=lanes --to=group --level=x86-64-v3 --remarks %s 2>&1 | FileCheck --check-prefix=CHOICE %s
; RUN: sed "s/^;FLAG //" %s | %cc --passes=barrier-regions,work-item-loops - -o - | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)

; CHOICE: remark: 4 rows of work-items run together: they share loads
; CHECK-LABEL: define void @product(
; The y loop steps over four rows.
; CHECK: %[[HEIGHT:.*]] = call i64 @lanewise.local_size(i32 1)
; CHECK: %[[MORE:.*]] = add nuw nsw i64 %[[HEIGHT]], 3
; CHECK: %[[STEPS:.*]] = udiv i64 %[[MORE]], 4
; CHECK: %[[Y:.*]] = mul nuw nsw i64 %rows{{[0-9]*}}, 4
; CHECK: %[[LEFT:.*]] = sub i64 %[[HEIGHT]], %[[Y]]
; CHECK: %[[COUNT:.*]] = call i64 @llvm.umin.i64(i64 4, i64 %[[LEFT]])
; CHECK: {{^}}vector:
; CHECK: %[[ALL:.*]] = icmp eq i64 %[[COUNT]], 4
; CHECK: br i1 %[[ALL]], label %together, label %alone
; CHECK: {{^}}together:
; The ids of the rows do not cross a multiple of 2^31.
; CHECK: lshr i64 %{{.*}}, 31
; CHECK: lshr i64 %{{.*}}, 31
; CHECK: br i1 %{{.*}}, label %item, label %alone
; CHECK: {{^}}item:
; CHECK-COUNT-4: getelementptr float, ptr %a
; CHECK: {{^}}loop:
; CHECK-COUNT-4: phi <4 x float>
; CHECK-COUNT-4: load float
; CHECK: load <4 x float>
; CHECK-NOT: load <4 x float>
; CHECK-COUNT-4: call <4 x float> @llvm.fma.v4f32
; CHECK-NOT: call <4 x float> @llvm.fma.v4f32
; CHECK: {{^}}end:
; CHECK-COUNT-4: store <4 x float>
; CHECK-NOT: store <4 x float>
; CHECK: {{^}}alone:
; CHECK: %[[ROW:row[0-9]*]] = phi i64 [ 0, %alone ]
; CHECK: add nuw nsw i64 %[[Y]], %[[ROW]]
; CHECK: call <4 x float> @llvm.fma.v4f32
; CHECK: icmp eq i64 %{{.*}}, %[[COUNT]]
; CHECK: "lanewise-rows"="4"
define void @product(ptr %a, ptr %b, ptr %c, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16,v24" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = mul i64 %y, %n
  %from = getelementptr float, ptr %a, i64 %row
  br label %loop

loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %0 ], [ %more, %loop ]
  %p = getelementptr float, ptr %from, i64 %k
  %e = load float, ptr %p
  %one = insertelement <4 x float> poison, float %e, i64 0
  %es = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %r = mul i64 %k, %n
  %q = getelementptr float, ptr %b, i64 %r
  %qx = getelementptr float, ptr %q, i64 %x
  %f = load <4 x float>, ptr %qx, align 4
  %more = call <4 x float> @llvm.fma.v4f32(<4 x float> %es, <4 x float> %f, <4 x float> %sum)
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop

end:
  %to = getelementptr float, ptr %c, i64 %row
  %tox = getelementptr float, ptr %to, i64 %x
  store <4 x float> %more, ptr %tox, align 4
  ret void
}
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
;FLAG !llvm.module.flags = !{!0}
;FLAG !0 = !{i32 2, !"lanewise-rows", i32 4}
