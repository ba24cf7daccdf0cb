// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cellular automaton on a torus, two steps.
// run: game_of_life 16x16 8x8 buffer:256 buffer:256
// run: game_of_life 16x16 8x8 first:1 first:0
// report: none
kernel void game_of_life(global uchar* to, global const uchar* from) {
  const int x = get_global_id(0), y = get_global_id(1);
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) count += from[((y + dy) & 15) * 16 + ((x + dx) & 15)];
  to[y * 16 + x] = count == 3 || (count == 2 && from[y * 16 + x]);
}
