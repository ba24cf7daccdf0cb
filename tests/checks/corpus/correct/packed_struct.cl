// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A packed structure has a member at an odd address.
// run: packed_struct 10 - buffer:50
// report: none
typedef struct __attribute__((packed)) { char tag; int value; } Packed;
kernel void packed_struct(global Packed* a) {
  const int i = get_global_id(0);
  a[i].tag = 1;
  a[i].value = i;
}
