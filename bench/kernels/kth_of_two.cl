// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each work-item finds how many of the k least elements of two runs come from the first, as where a
// parallel merge is cut: 64-bit positions, gathers of doubles, and a loop that lanes leave early.
// The runs need not be sorted: that changes the result, not the work.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void kth_of_two(global const double* in, global int* out) {
  long length = get_global_size(0) / 4;
  global const double* first = in;
  global const double* second = in + length;
  long k = ((long)get_global_id(0) * 13) % (2 * length);
  long fromFirst = 0, fromSecond = 0;
  while (k > 0) {
    long leftFirst = length - fromFirst, leftSecond = length - fromSecond;
    if (leftFirst == 0) {
      fromSecond += k;
      k = 0;
    } else if (leftSecond == 0) {
      fromFirst += k;
      k = 0;
    } else if (k == 1) {
      bool fromSecondRun = second[fromSecond] < first[fromFirst];
      fromSecond += fromSecondRun;
      fromFirst += !fromSecondRun;
      k = 0;
    } else {
      long step = k / 2, a = min(step, leftFirst), b = min(step, leftSecond);
      if (first[fromFirst + a - 1] <= second[fromSecond + b - 1]) {
        fromFirst += a;
        k -= a;
      } else {
        fromSecond += b;
        k -= b;
      }
    }
  }
  out[get_global_id(0)] = (int)fromFirst;
}
