// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the values of each of 256 bins, in four tables for each task: neighbours with equal values do not
// wait for each other.
#define BINS 256
#define TABLES 4
#define TASKS 16

task void countPart(const uniform unsigned int values[], uniform unsigned int partial[], uniform int count) {
  uniform unsigned int bins[TABLES][BINS];
  for (uniform int table = 0; table < TABLES; ++table)
    foreach (bin = 0 ... BINS) bins[table][bin] = 0;
  const uniform int each = count / TASKS;
  for (uniform int i = taskIndex * each; i < (taskIndex + 1) * each; i += TABLES) {
    ++bins[0][values[i] >> 24];
    ++bins[1][values[i + 1] >> 24];
    ++bins[2][values[i + 2] >> 24];
    ++bins[3][values[i + 3] >> 24];
  }
  foreach (bin = 0 ... BINS)
    partial[taskIndex * BINS + bin] = bins[0][bin] + bins[1][bin] + bins[2][bin] + bins[3][bin];
}

export void histogram(const uniform unsigned int values[], uniform unsigned int out[], uniform int count) {
  uniform unsigned int partial[TASKS * BINS];
  launch[TASKS] countPart(values, partial, count);
  sync;
  foreach (bin = 0 ... BINS) {
    unsigned int sum = 0;
    for (uniform int part = 0; part < TASKS; ++part) sum += partial[part * BINS + bin];
    out[bin] = sum;
  }
}
