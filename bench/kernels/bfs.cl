// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search: one launch for each level, one work-item for each vertex. A vertex that has not been
// reached has level -1.
kernel void start(global int *restrict levels, int source) {
  const int vertex = get_global_id(0);
  levels[vertex] = vertex == source ? 0 : -1;
}

kernel void bfs(global const int *restrict starts, global const int *restrict edges, global int *levels,
                int level) {
  const int vertex = get_global_id(0);
  if (levels[vertex] != level) return;
  for (int i = starts[vertex]; i < starts[vertex + 1]; ++i)
    if (levels[edges[i]] < 0) levels[edges[i]] = level + 1;
}
