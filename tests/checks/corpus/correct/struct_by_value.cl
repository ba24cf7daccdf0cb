// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure is an argument and a result of a function.
// run: struct_by_value 16 16 buffer:64
// report: none
typedef struct { float x, y; } Point;
Point moved(Point p, float dx) {
  p.x += dx;
  return p;
}
kernel void struct_by_value(global float* out) {
  Point p;
  p.x = get_global_id(0);
  p.y = 1;
  p = moved(p, 2);
  out[get_global_id(0)] = p.x * p.y;
}
