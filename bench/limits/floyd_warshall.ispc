// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lengths of the shortest paths between all vertices: one pass over the matrix for each vertex that paths may
// pass, as the kernel is launched. Two rows at a time share the elements of the row of this vertex.

inline void relaxRows(uniform int paths[], uniform int n, uniform int through, uniform int row) {
  const uniform int toFirst = paths[row * n + through], toSecond = paths[(row + 1) * n + through];
  foreach (to = 0 ... n) {
    const int rest = paths[through * n + to];
    paths[row * n + to] = min(paths[row * n + to], toFirst + rest);
    paths[(row + 1) * n + to] = min(paths[(row + 1) * n + to], toSecond + rest);
  }
}

/// n is even.
export void floyd_warshall(const uniform int lengths[], uniform int paths[], uniform int n) {
  foreach (i = 0 ... n * n) paths[i] = lengths[i];
  for (uniform int through = 0; through < n; ++through)
    for (uniform int row = 0; row < n; row += 2) relaxRows(paths, n, through, row);
}
