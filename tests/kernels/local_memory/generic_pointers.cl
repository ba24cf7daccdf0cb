// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic pointers whose address space is known at run time only: each work-item chooses by a number
// from a buffer. Bits of the result: 1 global, 2 local, 4 private; 8 and up get_fence.

struct Large {
  int words[8];
};

int memoryOf(int* pointer) {
  return (to_global(pointer) != 0 ? 1 : 0) | (to_local(pointer) != 0 ? 2 : 0) |
         (to_private(pointer) != 0 ? 4 : 0) | (int)get_fence(pointer) << 3;
}

global int programScope = 5;

kernel void chosen(global int* out, global const int* choices, global int* data, local int* given,
                   struct Large structure) {
  local int own[4];
  const size_t id = get_global_id(0);
  int privates[4] = {10, 11, 12, 13};
  if (get_local_id(0) == 0) {
    given[0] = 20;
    own[2] = 30;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int* volatile table[6];
  table[0] = data + id;
  table[1] = given;
  table[2] = &own[2];
  table[3] = &privates[id % 4];
  table[4] = &programScope;
  table[5] = &structure.words[id % 8];
  int* pointer = table[choices[id]];
  out[2 * id] = memoryOf(pointer);
  out[2 * id + 1] = *pointer;
}

// Private values that live across a barrier are stored elsewhere than those that do not.
kernel void acrossBarriers(global int* out, global const int* choices) {
  local int shared[1];
  const size_t id = get_global_id(0);
  int kept[4] = {(int)id, (int)id + 1, (int)id + 2, (int)id + 3};
  int* pointer = choices[id] ? (int*)shared : (int*)&kept[choices[id + 1] & 3];
  if (get_local_id(0) == 0) shared[0] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * id] = memoryOf(pointer);
  out[2 * id + 1] = *pointer;
}

kernel void nullPointers(global int* out, global const int* choices) {
  int mine = 1;
  int* pointer = choices[get_global_id(0)] ? (int*)&mine : (int*)0;
  out[get_global_id(0)] = (to_global(pointer) != 0) + (to_local(pointer) != 0) +
                          (to_private(pointer) != 0);
}
