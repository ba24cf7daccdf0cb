// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// out = a * x + y on arrays of f16, computed in f32.
#include "ranges.isph"

task void axpyPart(uniform float a, const uniform uint16 x[], const uniform uint16 y[], uniform uint16 out[],
                   uniform int count) {
  foreach (i = partBegin(taskIndex) ... partEnd(taskIndex, count))
    out[i] = float_to_half(a * half_to_float(x[i]) + half_to_float(y[i]));
}

export void axpy_f16(uniform float a, const uniform uint16 x[], const uniform uint16 y[], uniform uint16 out[],
                     uniform int count) {
  launch[parts(count)] axpyPart(a, x, y, out, count);
}
