// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef struct { float3 position; int kind; char tag[5]; } Item;
constant int kTable[5] = {3, 1, 4, 1, 5};
global int gCounter = 7;

kernel void structs(Item item, global Item* items, float3 v, ushort us, uchar4 c, global ulong* out) {
  Item copy = items[get_global_id(0)];
  copy.position += v * item.position;
  copy.tag[item.kind & 3] = c.y;
  items[get_global_id(0)] = copy;
  out[0] = us + kTable[item.kind % 5] + gCounter;
}
