// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function returns early and leaves a member of its result unwritten.
// run: early_return_of_function 16 16 buffer:64
// report: uninitialized 16
typedef struct { int isValid, value; } Result;
Result compute(int i) {
  Result r;
  r.isValid = i > 3;
  if (!r.isValid) return r;
  r.value = i * 2;
  return r;
}
kernel void early_return_of_function(global int* out) {
  const int i = get_global_id(0);
  const Result r = compute(i);
  out[i] = r.value;
}
