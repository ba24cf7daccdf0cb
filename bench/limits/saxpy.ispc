// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = a * x + y
#include "ranges.isph"

task void saxpyPart(uniform float a, const uniform float x[], uniform float y[], uniform int count) {
  foreach (i = partBegin(taskIndex) ... partEnd(taskIndex, count)) y[i] = a * x[i] + y[i];
}

export void saxpy(uniform float a, const uniform float x[], uniform float y[], uniform int count) {
  launch[parts(count)] saxpyPart(a, x, y, count);
}
