; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An access whose address may be no multiple of its type's alignment is reported where it happens. For a vector at its
; index only the argument decides; a scalar at its index, and a packed access, have no check. Atomics have one. Loads and
; stores rely on the alignment of a scalar.
; RUN: %cc --passes=check-alignment %s | FileCheck %s
; CHECK: c"memory\0Amisaligned read of 16 bytes (alignment 16)\0Aargument 1\0A\00"
; CHECK: c"memory\0Amisaligned write of 16 bytes (alignment 16)\0Aargument 0\0A\00"
; CHECK: c"memory\0Amisaligned atomic access of 4 bytes (alignment 4)\0Aargument 1\0A\00"
; CHECK-LABEL: define void @k(
; CHECK: %odd = getelementptr i8, ptr %b, i64 %i
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %odd to i64
; CHECK: %[[LOW:.*]] = and i64 %[[ADDRESS]], 15
; CHECK: %[[BAD:.*]] = icmp ne i64 %[[LOW]], 0
; CHECK: br i1 %[[BAD]]
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @check.site, i64 %{{.*}}, ptr null
; CHECK: %v = load <4 x float>, ptr %odd, align 4
; CHECK: %[[BASE:.*]] = ptrtoint ptr %a to i64
; CHECK: %[[BASE_LOW:.*]] = and i64 %[[BASE]], 15
; CHECK: %[[BASE_BAD:.*]] = icmp ne i64 %[[BASE_LOW]], 0
; CHECK: br i1 %[[BASE_BAD]]
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @check.site.1, i64 %{{.*}}, ptr null
; CHECK: store <4 x float> %v, ptr %whole, align 4
; CHECK-NOT: ptrtoint
; CHECK: store i32 1, ptr %packed, align 1
; CHECK-NOT: ptrtoint
; CHECK: store i32 2, ptr %scalar, align 4
; CHECK: ptrtoint ptr %odd to i64
; CHECK: atomicrmw add ptr %odd
define void @k(ptr %a, ptr %b, i64 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8,v16" "lanewise-checked-arguments"="g32,g104,-" "lanewise-checked-launch"="24" {
  %odd = getelementptr i8, ptr %b, i64 %i
  %v = load <4 x float>, ptr %odd, align 16
  %whole = getelementptr <4 x float>, ptr %a, i64 %i
  store <4 x float> %v, ptr %whole, align 16
  %packed = getelementptr i8, ptr %a, i64 %i
  store i32 1, ptr %packed, align 1
  %scalar = getelementptr i32, ptr %a, i64 %i
  store i32 2, ptr %scalar, align 4
  %old = atomicrmw add ptr %odd, i32 1 monotonic, align 4
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
