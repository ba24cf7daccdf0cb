// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local alignments of pairs of sequences of at most LONGEST letters (kernels/smith_waterman.cl): one pair for
// each task, the cells of an anti-diagonal in the lanes. The target is reversed, so that lanes read
// consecutive letters.
#define LONGEST 1024
#define MATCH 3
#define MISMATCH -2
#define GAP 2

task void alignPair(const uniform unsigned int8 queries[], const uniform unsigned int8 targets[],
                    uniform int best[], uniform int n) {
  const uniform unsigned int8* uniform query = queries + taskIndex * n;
  uniform int* uniform rowBest = best + taskIndex * n;
  uniform unsigned int8 reversed[LONGEST];
  for (uniform int i = 0; i < n; ++i) reversed[n - 1 - i] = targets[taskIndex * n + i];
  // Scores by row + 1, of the diagonals before the current one and before that.
  uniform int scores[3][LONGEST + 1];
  foreach (i = 0 ... n + 1) {
    scores[0][i] = 0;
    scores[1][i] = 0;
    scores[2][i] = 0;
  }
  foreach (i = 0 ... n) rowBest[i] = 0;
  for (uniform int diagonal = 0; diagonal < 2 * n - 1; ++diagonal) {
    const uniform int* uniform corner = scores[(diagonal + 1) % 3];
    const uniform int* uniform previous = scores[(diagonal + 2) % 3];
    uniform int* uniform current = scores[diagonal % 3];
    const uniform int shift = n - 1 - diagonal;
    // In column 0 the scores to the left are 0: the entry of its row has not been written.
    foreach (row = max(0, diagonal - n + 1) ... min(diagonal, n - 1) + 1) {
      const int match = query[row] == reversed[shift + row] ? MATCH : MISMATCH;
      const int gap = max(previous[row], previous[row + 1]) - GAP;
      const int score = max(max(gap, corner[row] + match), 0);
      current[row + 1] = score;
      rowBest[row] = max(rowBest[row], score);
    }
  }
}

export void smith_waterman(const uniform unsigned int8 queries[], const uniform unsigned int8 targets[],
                           uniform int best[], uniform int pairs, uniform int n) {
  launch[pairs] alignPair(queries, targets, best, n);
}
