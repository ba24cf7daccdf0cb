// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive prefix sums: the sums of parts, then the prefix sums of each part beginning with the sum of those
// before it. The number of values is a multiple of the size of a part; a vector has 8 or 16 lanes.
static const uniform int kValues = 1 << 14;  // for each task

task void sumPart(const uniform int values[], uniform int sums[]) {
  int sum = 0;
  foreach (i = taskIndex * kValues ... (taskIndex + 1) * kValues) sum += values[i];
  sums[taskIndex] = reduce_add(sum);
}

task void scanPart(const uniform int values[], const uniform int starts[], uniform int out[]) {
  uniform int carry = starts[taskIndex];
  for (uniform int i = taskIndex * kValues; i < (taskIndex + 1) * kValues; i += programCount) {
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

export void scan(const uniform int values[], uniform int out[], uniform int count) {
  uniform int starts[1024];
  const uniform int parts = count / kValues;
  launch[parts] sumPart(values, starts);
  sync;
  uniform int sum = 0;
  for (uniform int part = 0; part < parts; ++part) {
    const uniform int own = starts[part];
    starts[part] = sum;
    sum += own;
  }
  launch[parts] scanPart(values, starts, out);
}
