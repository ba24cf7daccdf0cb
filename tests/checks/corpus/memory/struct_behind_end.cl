// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last member of the last structure is outside of the buffer.
// run: struct_behind_end 16 16 buffer:188
// report: memory 10
typedef struct { int a, b, c; } Triple;
kernel void struct_behind_end(global Triple* triples) {
  global Triple* t = triples + get_global_id(0);
  t->a = 1;
  t->b = 2;
  t->c = 3;
}
