// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bitonic sort. Distances below a tile are handled by one task in its cache, those below a vector in registers.
// The number of values is a multiple of the size of a tile.
static const uniform int kTile = 4096;

/// Orders pairs of vectors of `values` from `begin` to `end`; the values of a pair have this distance.
inline void orderPairs(uniform unsigned int values[], uniform int begin, uniform int end, uniform int length,
                       uniform int distance) {
  for (uniform int block = begin; block < end; block += 2 * distance) {
    const uniform bool up = !(block & length);
    for (uniform int i = block; i < block + distance; i += programCount) {
      const unsigned int a = values[i + programIndex], b = values[i + distance + programIndex];
      const unsigned int low = min(a, b), high = max(a, b);
      values[i + programIndex] = up ? low : high;
      values[i + distance + programIndex] = up ? high : low;
    }
  }
}

/// The same for one vector and all distances from `distance` down to 1.
inline unsigned int orderLanes(unsigned int own, bool up, uniform int distance) {
  #pragma unroll
  for (; distance > 0; distance /= 2) {
    const unsigned int other = (unsigned int)shuffle((int)own, programIndex ^ distance);
    const bool first = (programIndex & distance) == 0;
    own = first == up ? min(own, other) : max(own, other);
  }
  return own;
}

inline void mergeTile(uniform unsigned int values[], uniform int begin, uniform int length) {
  for (uniform int distance = min(length, kTile) / 2; distance >= programCount; distance /= 2)
    orderPairs(values, begin, begin + kTile, length, distance);
  for (uniform int i = begin; i < begin + kTile; i += programCount) {
    const uniform bool up = !(i & length);
    values[i + programIndex] = orderLanes(values[i + programIndex], up, programCount / 2);
  }
}

task void sortTile(const uniform unsigned int from[], uniform unsigned int values[]) {
  const uniform int begin = taskIndex * kTile;
  for (uniform int i = begin; i < begin + kTile; i += programCount) {
    unsigned int own = from[i + programIndex];
    #pragma unroll
    for (uniform int length = 2; length < programCount; length *= 2)
      own = orderLanes(own, (programIndex & length) == 0, length / 2);
    values[i + programIndex] = orderLanes(own, !(i & programCount), programCount / 2);
  }
  for (uniform int length = 2 * programCount; length <= kTile; length *= 2) mergeTile(values, begin, length);
}

task void mergeTiles(uniform unsigned int values[], uniform int length) {
  mergeTile(values, taskIndex * kTile, length);
}

/// Half a tile of pairs.
task void mergeFar(uniform unsigned int values[], uniform int length, uniform int distance) {
  const uniform int pair = taskIndex * (kTile / 2);
  const uniform int begin = 2 * pair - (pair & (distance - 1));
  const uniform bool up = !(begin & length);
  for (uniform int i = begin; i < begin + kTile / 2; i += programCount) {
    const unsigned int a = values[i + programIndex], b = values[i + distance + programIndex];
    const unsigned int low = min(a, b), high = max(a, b);
    values[i + programIndex] = up ? low : high;
    values[i + distance + programIndex] = up ? high : low;
  }
}

export void bitonic_sort(const uniform unsigned int from[], uniform unsigned int values[], uniform int count) {
  launch[count / kTile] sortTile(from, values);
  for (uniform int length = 2 * kTile; length <= count; length *= 2) {
    for (uniform int distance = length / 2; distance >= kTile; distance /= 2) {
      sync;
      launch[count / kTile] mergeFar(values, length, distance);
    }
    sync;
    launch[count / kTile] mergeTiles(values, length);
    sync;
  }
}
