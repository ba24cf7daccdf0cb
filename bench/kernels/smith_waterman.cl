// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One anti-diagonal of the local alignments of pairs of sequences (Smith and Waterman), one cell for each
// work-item: x is the row, y the pair. The scores of a diagonal are indexed by row + 1. best has the largest
// score of each row.
#define MATCH 3
#define MISMATCH -2
#define GAP 2

kernel void smith_waterman(global const uchar *restrict queries, global const uchar *restrict targets,
                           global const int *restrict beforePrevious, global const int *restrict previous,
                           global int *restrict current, global int *restrict best, int diagonal, int n) {
  const int row = get_global_id(0), column = diagonal - row, pair = get_global_id(1);
  if (column < 0 || column >= n) return;
  const int at = pair * (n + 1) + row + 1;
  const bool first = column == 0;
  const int match = queries[pair * n + row] == targets[pair * n + column] ? MATCH : MISMATCH;
  const int gap = max(previous[at - 1], first ? 0 : previous[at]) - GAP;
  const int score = max(max(gap, (first ? 0 : beforePrevious[at - 1]) + match), 0);
  current[at] = score;
  best[pair * n + row] = first ? score : max(score, best[pair * n + row]);
}
