// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive prefix sums of each group of `each` values, a multiple of 16.
static const uniform int kGroups = 128;  // for each task

task void scanGroups(const uniform int values[], uniform int out[], uniform int groups, uniform int each) {
  const uniform int end = min(groups, (uniform int)(taskIndex + 1) * kGroups);
  for (uniform int group = taskIndex * kGroups; group < end; ++group) {
    uniform int carry = 0;
    for (uniform int i = group * each; i < (group + 1) * each; i += programCount) {
      int sum = values[i + programIndex];
      sum += shift(sum, -1);
      sum += shift(sum, -2);
      sum += shift(sum, -4);
      if (programCount > 8) sum += shift(sum, -8);
      sum += carry;
      out[i + programIndex] = sum;
      carry = extract(sum, programCount - 1);
    }
  }
}

export void group_scans(const uniform int values[], uniform int out[], uniform int groups, uniform int each) {
  launch[(groups + kGroups - 1) / kGroups] scanGroups(values, out, groups, each);
}
