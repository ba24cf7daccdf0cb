// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ThreadSanitizer cannot see: how oneTBB, which is not compiled with it, synchronizes its own
// memory. What we hand over through oneTBB is told in runtime/workers/workers.cpp, and judged.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "called_from_lib:libtbb.so\n";
}
