// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suppressions for ThreadSanitizer: oneTBB is not compiled with it and synchronizes its own memory.
// runtime/workers/workers.cpp annotates what we pass through oneTBB, so that is checked.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
  return "called_from_lib:libtbb.so\n";
}
