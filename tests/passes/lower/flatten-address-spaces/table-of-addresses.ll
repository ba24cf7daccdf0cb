; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A table of addresses was deleted after the variables that it names, and left its initializer in the
; context: the linker of the next pass read freed memory (which the allocator overwrites here).
; RUN: env MALLOC_PERTURB_=165 %cc --passes=flatten-address-spaces,link-builtins %s | FileCheck %s
; CHECK-DAG: @a = internal constant [3 x i8] c"ab\00"
; CHECK-DAG: @b = internal constant [3 x i8] c"cd\00"
; CHECK-DAG: @table = internal constant [3 x ptr] [ptr @a, ptr @b, ptr @a]
; CHECK-DAG: @whole = internal global { ptr, i32 } { ptr @table, i32 3 }
; CHECK-DAG: @plain = internal global i32 7
@a = internal addrspace(2) constant [3 x i8] c"ab\00"
@b = internal addrspace(2) constant [3 x i8] c"cd\00"
@table = internal addrspace(2) constant [3 x ptr addrspace(2)] [ptr addrspace(2) @a, ptr addrspace(2) @b, ptr addrspace(2) @a]
@whole = internal addrspace(1) global { ptr addrspace(2), i32 } { ptr addrspace(2) @table, i32 3 }
@plain = internal addrspace(1) global i32 7

; CHECK: define void @k(
; CHECK: define {{.*}}i32 @lw_s_abs_i32(
define void @k(ptr addrspace(1) %out, i64 %index) #0 {
  %place = getelementptr [3 x ptr addrspace(2)], ptr addrspace(2) @table, i64 0, i64 %index
  %text = load ptr addrspace(2), ptr addrspace(2) %place
  %letter = load i8, ptr addrspace(2) %text
  %wide = sext i8 %letter to i32
  %positive = call i32 @lw_s_abs_i32(i32 %wide)
  %value = load i32, ptr addrspace(1) @plain
  %sum = add i32 %positive, %value
  store i32 %sum, ptr addrspace(1) %out
  store ptr addrspace(1) @whole, ptr addrspace(1) %out
  ret void
}
declare i32 @lw_s_abs_i32(i32)
attributes #0 = { "lanewise-kernel"="kernel.k" "no-builtins" }
