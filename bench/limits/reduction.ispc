// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of each group of `each` values.
static const uniform int kGroups = 128;  // for each task

task void reductionPart(const uniform int values[], uniform int sums[], uniform int groups, uniform int each) {
  const uniform int end = min(groups, (uniform int)(taskIndex + 1) * kGroups);
  for (uniform int group = taskIndex * kGroups; group < end; ++group) {
    int sum = 0;
    foreach (i = group * each ... (group + 1) * each) sum += values[i];
    sums[group] = reduce_add(sum);
  }
}

export void reduction(const uniform int values[], uniform int sums[], uniform int groups, uniform int each) {
  launch[(groups + kGroups - 1) / kGroups] reductionPart(values, sums, groups, each);
}
