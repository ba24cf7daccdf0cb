// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first search by levels: the lanes find the vertices of a level, whose edges are followed one after
// another.
#include "ranges.isph"

task void startPart(uniform int levels[], uniform int count) {
  foreach (vertex = partBegin(taskIndex) ... partEnd(taskIndex, count)) levels[vertex] = -1;
}

static const uniform int kVertices = 4096;  // for each task

task void levelPart(const uniform int starts[], const uniform int edges[], uniform int levels[],
                    uniform int count, uniform int level) {
  const uniform int end = min(count, (uniform int)(taskIndex + 1) * kVertices);
  foreach (vertex = taskIndex * kVertices ... end) {
    if (levels[vertex] == level) {
      foreach_active (lane) {
        const uniform int from = extract(vertex, lane);
        for (uniform int i = starts[from]; i < starts[from + 1]; ++i)
          if (levels[edges[i]] < 0) levels[edges[i]] = level + 1;
      }
    }
  }
}

export void bfs(const uniform int starts[], const uniform int edges[], uniform int levels[], uniform int count,
                uniform int last) {
  launch[parts(count)] startPart(levels, count);
  sync;
  levels[0] = 0;
  for (uniform int level = 0; level <= last; ++level) {
    launch[(count + kVertices - 1) / kVertices] levelPart(starts, edges, levels, count, level);
    sync;
  }
}
