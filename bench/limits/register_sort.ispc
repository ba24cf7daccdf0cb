// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts each 16 values: bitonic sort in the registers of AVX-512, or in pairs of those of AVX2.
static const uniform int kValues = 1 << 14;  // for each task

inline unsigned int order(unsigned int own, uniform int length, uniform int distance) {
  const unsigned int other = (unsigned int)shuffle((int)own, programIndex ^ distance);
  const bool up = (programIndex & length) == 0, first = (programIndex & distance) == 0;
  return up == first ? min(own, other) : max(own, other);
}

task void sortPart(const uniform unsigned int values[], uniform unsigned int out[]) {
  for (uniform int i = taskIndex * kValues; i < (taskIndex + 1) * kValues; i += 16) {
    unsigned int own = values[i + programIndex];
    #pragma unroll
    for (uniform int length = 2; length <= 16; length *= 2)
      #pragma unroll
      for (uniform int distance = length / 2; distance > 0; distance /= 2) own = order(own, length, distance);
    out[i + programIndex] = own;
  }
}

export void register_sort(const uniform unsigned int values[], uniform unsigned int out[], uniform int count) {
  launch[count / kValues] sortPart(values, out);
}
