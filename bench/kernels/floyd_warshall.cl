// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lengths of the shortest paths between all vertices, and in the work-items of one launch those that may
// pass vertex `through`.
kernel void copy(global const int *restrict lengths, global int *restrict paths) {
  paths[get_global_id(0)] = lengths[get_global_id(0)];
}

kernel void floyd_warshall(global int *paths, int n, int through) {
  const int from = get_global_id(1), to = get_global_id(0);
  const int length = paths[from * n + through] + paths[through * n + to];
  if (length < paths[from * n + to]) paths[from * n + to] = length;
}
