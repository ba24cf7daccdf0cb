; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each atomic and each fence has the instructions that its order needs, with and without FEAT_LSE.
; REQUIRES: aarch64
; RUN: %cc --target=aarch64-linux-gnu --from=group -S -o - %s | FileCheck %s --check-prefixes=ALL,LOOPS
; RUN: %cc --level=armv8.2-a --from=group -S -o - %s | FileCheck %s --check-prefixes=ALL,LSE
; RUN: %cc --level=armv8.6-a --from=group -S -o - %s | FileCheck %s --check-prefixes=LSE

; ALL-LABEL: load_relaxed:
; ALL: ldr w0, [x0]
define i32 @load_relaxed(ptr %p) {
  %v = load atomic i32, ptr %p monotonic, align 4
  ret i32 %v
}
; ALL-LABEL: load_acquire:
; ALL: ldar w0, [x0]
define i32 @load_acquire(ptr %p) {
  %v = load atomic i32, ptr %p acquire, align 4
  ret i32 %v
}
; ALL-LABEL: load_sequential:
; ALL: ldar x0, [x0]
define i64 @load_sequential(ptr %p) {
  %v = load atomic i64, ptr %p seq_cst, align 8
  ret i64 %v
}
; ALL-LABEL: store_relaxed:
; ALL: str w1, [x0]
define void @store_relaxed(ptr %p, i32 %v) {
  store atomic i32 %v, ptr %p monotonic, align 4
  ret void
}
; ALL-LABEL: store_release:
; ALL: stlr w1, [x0]
define void @store_release(ptr %p, i32 %v) {
  store atomic i32 %v, ptr %p release, align 4
  ret void
}
; ALL-LABEL: fence_acquire:
; ALL: dmb ishld
define void @fence_acquire() {
  fence acquire
  ret void
}
; ALL-LABEL: fence_release:
; ALL: dmb ish{{$}}
define void @fence_release() {
  fence release
  ret void
}
; ALL-LABEL: fence_sequential:
; ALL: dmb ish{{$}}
define void @fence_sequential() {
  fence seq_cst
  ret void
}
; A fence for the work-items of one thread is none for the processor.
; ALL-LABEL: fence_of_one_thread:
; ALL-NOT: dmb
; ALL: ret
define void @fence_of_one_thread() {
  fence syncscope("singlethread") seq_cst
  ret void
}
; LOOPS-LABEL: add_relaxed:
; LOOPS: ldxr
; LOOPS: stxr
; LSE-LABEL: add_relaxed:
; LSE: ldadd w1, w0, [x0]
define i32 @add_relaxed(ptr %p, i32 %v) {
  %old = atomicrmw add ptr %p, i32 %v monotonic, align 4
  ret i32 %old
}
; LOOPS-LABEL: add_sequential:
; LOOPS: ldaxr
; LOOPS: stlxr
; LSE-LABEL: add_sequential:
; LSE: ldaddal w1, w0, [x0]
define i32 @add_sequential(ptr %p, i32 %v) {
  %old = atomicrmw add ptr %p, i32 %v seq_cst, align 4
  ret i32 %old
}
; LOOPS-LABEL: exchange_release:
; LOOPS: ldxr
; LOOPS: stlxr
; LSE-LABEL: exchange_release:
; LSE: swpl x1, x0, [x0]
define i64 @exchange_release(ptr %p, i64 %v) {
  %old = atomicrmw xchg ptr %p, i64 %v release, align 8
  ret i64 %old
}
; LOOPS-LABEL: compare_sequential:
; LOOPS: ldaxr
; LOOPS: stlxr
; LSE-LABEL: compare_sequential:
; LSE: casal w{{[0-9]+}}, w2, [x0]
define i1 @compare_sequential(ptr %p, i32 %e, i32 %v) {
  %pair = cmpxchg ptr %p, i32 %e, i32 %v seq_cst seq_cst, align 4
  %same = extractvalue { i32, i1 } %pair, 1
  ret i1 %same
}
