// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each group of `each` values keeps its odd ones, and their number.
static const uniform int kGroups = 128;  // for each task

task void compactGroups(const uniform unsigned int values[], uniform unsigned int out[],
                        uniform unsigned int counts[], uniform int groups, uniform int each) {
  const uniform int end = min(groups, (uniform int)(taskIndex + 1) * kGroups);
  for (uniform int group = taskIndex * kGroups; group < end; ++group) {
    uniform int kept = 0;
    foreach (i = group * each ... (group + 1) * each) {
      const unsigned int value = values[i];
      if (value & 1) kept += packed_store_active(&out[group * each + kept], value);
    }
    counts[group] = kept;
  }
}

export void compaction(const uniform unsigned int values[], uniform unsigned int out[],
                       uniform unsigned int counts[], uniform int groups, uniform int each) {
  launch[(groups + kGroups - 1) / kGroups] compactGroups(values, out, counts, groups, each);
}
