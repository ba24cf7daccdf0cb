; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A switch that names all values: nothing leads to its default, which is removed. The cost model would look for the mask
; of a block that has none.
; RUN: %cc --passes=widen-kernels %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NOT: i32 99
; CHECK: ret void
declare i64 @lanewise.global_id(i32) memory(none)
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %low = and i32 %x, 3
  switch i32 %low, label %default [ i32 0, label %a
                                    i32 1, label %b
                                    i32 2, label %c
                                    i32 3, label %d ]
a:
  store i32 10, ptr %at
  br label %end
b:
  store i32 11, ptr %at
  br label %end
c:
  store i32 12, ptr %at
  br label %end
d:
  store i32 13, ptr %at
  br label %end
default:
  store i32 99, ptr %at
  br label %end
end:
  ret void
}
