; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel calls the host if a function does that it calls, directly or through another one.
; RUN: %cc --passes=pass-item-values %s | %result --heads %s
define void @k() #0 {
  call void @f()
  ret void
}
;= define void @k() "lanewise-kernel"="kernel.k" "lanewise-uses-host-calls"
define void @silent() #1 {
  ret void
}
;= define void @silent() "lanewise-kernel"="kernel.silent"
define internal void @f() #2 {
  call void @g()
  ret void
}
;= define internal void @f(ptr %lanewise.launch) "lanewise-out-of-line" "lanewise-uses-host-calls"
define internal void @g() #3 {
  %launch = call ptr @lanewise.launch()
  %place = getelementptr i8, ptr %launch, i64 120
  %host = load ptr, ptr %place
  call void %host(ptr %launch)
  ret void
}
;= define internal void @g(ptr %lanewise.launch) "lanewise-out-of-line" "lanewise-uses-host-calls"
declare ptr @lanewise.launch() nounwind speculatable willreturn memory(none)
attributes #0 = { "lanewise-kernel"="kernel.k" }
attributes #1 = { "lanewise-kernel"="kernel.silent" }
attributes #2 = { "lanewise-out-of-line" }
attributes #3 = { "lanewise-out-of-line" "lanewise-uses-host-calls" }
