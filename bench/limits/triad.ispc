// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// a = b + factor * c, with stores that go through the caches, as kernels' stores do.
#include "ranges.isph"

task void triadPart(uniform float a[], const uniform float b[], const uniform float c[], uniform float factor,
                    uniform int count) {
  foreach (i = partBegin(taskIndex) ... partEnd(taskIndex, count)) a[i] = b[i] + factor * c[i];
}

export void triad(uniform float a[], const uniform float b[], const uniform float c[], uniform float factor,
                  uniform int count) {
  launch[parts(count)] triadPart(a, b, c, factor, count);
}
