// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lengths of the shortest paths between all vertices, in tiles: those on the diagonal, then those in their
// row and column, then all others, whose elements are kept in registers. n is a multiple of TILE.
#define TILE 32
#define VECTORS (TILE / TARGET_WIDTH)

/// c = min(c, a + b) for tiles, where a or b may be c.
inline void relaxInPlace(uniform int c[], const uniform int a[], const uniform int b[], uniform int n) {
  for (uniform int k = 0; k < TILE; ++k)
    for (uniform int i = 0; i < TILE; ++i) {
      const uniform int length = a[i * n + k];
      #pragma unroll
      for (uniform int v = 0; v < TILE; v += programCount)
        c[i * n + v + programIndex] = min(c[i * n + v + programIndex], length + b[k * n + v + programIndex]);
    }
}

/// The same for tiles that differ.
inline void relax(uniform int c[], const uniform int a[], const uniform int b[], uniform int n) {
  for (uniform int i = 0; i < TILE; i += 4) {
    int own[4][VECTORS];
    #pragma unroll
    for (uniform int r = 0; r < 4; ++r)
      #pragma unroll
      for (uniform int v = 0; v < VECTORS; ++v) own[r][v] = c[(i + r) * n + v * programCount + programIndex];
    for (uniform int k = 0; k < TILE; ++k)
      #pragma unroll
      for (uniform int v = 0; v < VECTORS; ++v) {
        const int second = b[k * n + v * programCount + programIndex];
        #pragma unroll
        for (uniform int r = 0; r < 4; ++r) own[r][v] = min(own[r][v], a[(i + r) * n + k] + second);
      }
    #pragma unroll
    for (uniform int r = 0; r < 4; ++r)
      #pragma unroll
      for (uniform int v = 0; v < VECTORS; ++v) c[(i + r) * n + v * programCount + programIndex] = own[r][v];
  }
}

/// The tiles in the row and in the column of the diagonal tile at `at`.
task void relaxCross(uniform int paths[], uniform int n, uniform int at) {
  const uniform int other = (taskIndex / 2) * TILE;
  if (other == at) return;
  uniform int* uniform diagonal = &paths[at * n + at];
  if (taskIndex % 2) {
    relaxInPlace(&paths[at * n + other], diagonal, &paths[at * n + other], n);
  } else {
    relaxInPlace(&paths[other * n + at], &paths[other * n + at], diagonal, n);
  }
}

/// All others of one row of tiles.
task void relaxRow(uniform int paths[], uniform int n, uniform int at) {
  const uniform int row = taskIndex * TILE;
  if (row == at) return;
  for (uniform int column = 0; column < n; column += TILE)
    if (column != at) relax(&paths[row * n + column], &paths[row * n + at], &paths[at * n + column], n);
}

export void floyd_warshall(const uniform int lengths[], uniform int paths[], uniform int n) {
  foreach (i = 0 ... n * n) paths[i] = lengths[i];
  for (uniform int at = 0; at < n; at += TILE) {
    relaxInPlace(&paths[at * n + at], &paths[at * n + at], &paths[at * n + at], n);
    launch[2 * (n / TILE)] relaxCross(paths, n, at);
    sync;
    launch[n / TILE] relaxRow(paths, n, at);
    sync;
  }
}
